import { accountQueries, type RequestDefinition } from '@exchange/contract/bus';
import type { Address } from '@exchange/core/kernel';
import { feeTierOf, isShown } from '@exchange/core/ledger';
import { authorizeGrant } from '../../login/authority';
import { balanceView, delegateView, orderView } from '../../outbox/views';
import { grantedAccount } from '../command/granted-account';
import { accountSeq, type LedgerTurn, type Received, type RequestHandler } from '../request-handler';

/** Queries of the state of the asker's own account, all answered alike from memory at the end of the turn. */
type StateQuery =
  | typeof accountQueries.activeOrdersQuery
  | typeof accountQueries.balancesQuery
  | typeof accountQueries.delegatesQuery
  | typeof accountQueries.feeTierQuery;

function stateQuery<D extends StateQuery>(
  definition: D,
  view: (turn: LedgerTurn, account: Address) => object,
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
        ...view(turn, account),
      }));
    },
  };
}

export const activeOrdersQuery = stateQuery(accountQueries.activeOrdersQuery, ({ book }, account) => ({
  orders: [...book.account(account).orders.values()].map((order) => orderView(order, book.listing)),
}));

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
