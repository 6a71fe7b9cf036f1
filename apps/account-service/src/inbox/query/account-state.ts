import { accountQueries, type ReplyOf, type RequestOf } from '@exchange/contract/bus';
import { type Address, ok } from '@exchange/core/kernel';
import { feeTierOf, isShown } from '@exchange/core/ledger';
import { authorizeGrant } from '../../login/authority';
import { firstThatFit, orderBytes } from '../../outbox/answer-parts';
import { pendingEntriesAbove } from '../../outbox/pending-entries';
import { balanceView, delegateView, orderView } from '../../outbox/views';
import type { LedgerTurn } from '../../ledger-turn';
import { handle, needsGranted } from '../handle';

/** Queries of the state of the asker's own account, all answered alike from memory at the end of the turn. */
type StateQuery =
  | typeof accountQueries.activeOrdersQuery
  | typeof accountQueries.activeOrdersAfterQuery
  | typeof accountQueries.pendingEntriesAfterQuery
  | typeof accountQueries.balancesQuery
  | typeof accountQueries.delegatesQuery
  | typeof accountQueries.feeTierQuery;

function stateQuery<D extends StateQuery>(
  definition: D,
  view: (turn: LedgerTurn, account: Address, request: RequestOf<D>) => object,
) {
  return handle<StateQuery>(definition, {
    needs: needsGranted,

    decide(turn, received) {
      const grant = authorizeGrant(turn, received);
      if (!grant.ok) return grant;
      const { account } = grant.value;
      const request = received.request as RequestOf<D>;
      const answer = () => ({ accountSeq: turn.book.accountSeq(account), ...view(turn, account, request) });
      return ok(answer as () => ReplyOf<StateQuery>);
    },
  });
}

/** The open orders above an id, oldest first, as many as an answer carries. */
function openOrders({ book }: LedgerTurn, account: Address, above: number): object {
  const open = [...book.account(account).orders.values()].filter(({ id }) => id > above);
  const views = open.sort((a, b) => a.id - b.id).map((order) => orderView(order, book.listing));
  const orders = firstThatFit(views, orderBytes);
  return { orders, more: orders.length < views.length };
}

export const activeOrdersQuery = stateQuery(accountQueries.activeOrdersQuery, (turn, account) =>
  openOrders(turn, account, 0),
);

export const activeOrdersAfterQuery = stateQuery(
  accountQueries.activeOrdersAfterQuery,
  (turn, account, { id }) => openOrders(turn, account, id),
);

export const pendingEntriesAfterQuery = stateQuery(
  accountQueries.pendingEntriesAfterQuery,
  (turn, account, { id }) => pendingEntriesAbove(turn, account, id),
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

export const feeTierQuery = stateQuery(accountQueries.feeTierQuery, ({ book }, account) => ({
  feeTier: feeTierOf(book.fees.schedule, book.account(account).record),
}));
