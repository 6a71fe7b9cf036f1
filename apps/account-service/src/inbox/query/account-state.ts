import { accountQueries, type RequestDefinition, type RequestOf } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import { feeTierOf, isShown } from '@exchange/core/ledger';
import { authorizeGrant } from '../../login/authority';
import { balanceView, delegateView, orderView } from '../../outbox/views';
import { grantedAccount } from '../command/login/granted-account';
import { accountSeq, type LedgerTurn, type Received, type RequestHandler } from '../request-handler';
import { firstThatFit } from './answer-parts';

/** Queries of the state of the asker's own account, all answered alike from memory at the end of the turn. */
type StateQuery =
  | typeof accountQueries.activeOrdersQuery
  | typeof accountQueries.activeOrdersAfterQuery
  | typeof accountQueries.balancesQuery
  | typeof accountQueries.delegatesQuery
  | typeof accountQueries.feeTierQuery;

function stateQuery<D extends StateQuery>(
  definition: D,
  view: (turn: LedgerTurn, account: Address, request: RequestOf<D>) => object,
): RequestHandler<D> {
  return {
    definition,
    accounts: (request, context, sender) => grantedAccount(request as { grant: string }, context, sender),
    apply(turn, received) {
      const grant = authorizeGrant(turn, received as Received<{ grant: string }>);
      if (!grant.ok) return turn.output.refuse(received.incoming, definition as RequestDefinition, grant);
      const { account } = grant.value;
      turn.output.reply(received.incoming, definition as RequestDefinition, () => ({
        accountSeq: accountSeq(turn, account),
        ...view(turn, account, received.request),
      }));
    },
  };
}

/** The open orders above an id, oldest first, as many as an answer carries. */
function openOrders({ book }: LedgerTurn, account: Address, above: number): object {
  const open = [...book.account(account).orders.values()].filter(({ id }) => id > above);
  const views = open.sort((a, b) => a.id - b.id).map((order) => orderView(order, book.listing));
  const orders = firstThatFit(views);
  return { orders, more: orders.length < views.length };
}

export const activeOrdersQuery = stateQuery(accountQueries.activeOrdersQuery, (turn, account) =>
  openOrders(turn, account, 0),
);

export const activeOrdersAfterQuery = stateQuery(
  accountQueries.activeOrdersAfterQuery,
  (turn, account, { id }) => openOrders(turn, account, id),
);

/** Every token in which the account has or had an amount. */
export const balancesQuery = stateQuery(accountQueries.balancesQuery, ({ book }, account) => ({
  balances: [...book.account(account).balances].map(([token, balance]) =>
    balanceView(token, balance, book.listing),
  ),
}));

export const delegatesQuery = stateQuery(accountQueries.delegatesQuery, ({ book }, account) => ({
  delegates: [...book.account(account).delegates.values()].filter(isShown).map(delegateView),
}));

export const feeTierQuery = stateQuery(accountQueries.feeTierQuery, ({ book, context }, account) => ({
  feeTier: feeTierOf(context.policy.feeSchedule, book.account(account).record),
}));
