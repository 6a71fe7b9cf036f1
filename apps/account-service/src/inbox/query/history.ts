import { accountQueries, type ReplyOf, type RequestOf } from '@exchange/contract/bus';
import { type Address, entryId, ok, orderId, reject, type Result } from '@exchange/core/kernel';
import type { Entry, Order, UserTrade } from '@exchange/core/ledger';
import { findNewest, type HistoryPage, type Records, type RowOf, type Table } from '@exchange/platform';
import { authorizeGrant } from '../../login/authority';
import { entryView, orderView, userTradeView } from '../../outbox/views';
import { entryOf } from '../../persistence/ledger-rows';
import { withTrades } from '../../persistence/order-trades';
import { entryTable } from '../../persistence/tables/entry-table';
import { orderTable, userTradeTable } from '../../persistence/tables/order-tables';
import { grantedAccount } from '../../login/granted-account';
import type { LedgerTurn } from '../../ledger-turn';
import { handle, needsGranted } from '../handle';
import { firstThatFit, orderBytes } from '../../outbox/answer-parts';

type HistoryQuery =
  | typeof accountQueries.historicalOrdersQuery
  | typeof accountQueries.userTradesQuery
  | typeof accountQueries.historicalEntriesQuery;

/** What a client says for a page: the same in all histories. With a market, entries are those of its trades. */
type PageRequest = RequestOf<typeof accountQueries.historicalOrdersQuery>;

/** A table of the account's own past: its columns of time and id, and what an item is called. */
interface History<R extends { account: string }> {
  readonly table: Table<R>;
  readonly time: HistoryPage<R>['time'];
  readonly id: HistoryPage<R>['id'];
  readonly item: string;
}

/**
 * A page of the account's history, by time, then id, newest first. `before` must be an own item; another account's is
 * refused like one that doesn't exist.
 */
export async function findHistory<R extends { account: string }>(
  records: Records,
  { table, time, id, item }: History<R>,
  account: Address,
  { from, to, before, limit, market }: Omit<PageRequest, 'grant'>,
): Promise<Result<R[]>> {
  // Every such table has the account's column, and those that are asked by market the market's.
  const where = { account, ...(market !== undefined && { market }) } as HistoryPage<R>['where'];
  if (before === undefined) return ok(await findNewest(records, table, { where, time, id, from, to, limit }));
  const own = { account, [id]: before } as HistoryPage<R>['where'];
  const [last] = await records.find(table, { where: own ?? {} });
  if (last === undefined) {
    const message = `before must be the id of ${item} of this account, and not of one so old that it was archived`;
    return reject('INVALID_FIELD', message);
  }
  const after = { time: Number(last[time]), id: Number(last[id]) };
  return ok(await findNewest(records, table, { where, time, id, from, to, after, limit }));
}

export const ORDERS: History<RowOf<typeof orderTable>> = {
  ...{ table: orderTable, time: 'placedAt', id: 'id', item: 'an order' },
};
export const USER_TRADES: History<RowOf<typeof userTradeTable>> = {
  ...{ table: userTradeTable, time: 'time', id: 'tradeId', item: 'a trade' },
};
export const ENTRIES: History<RowOf<typeof entryTable>> = {
  ...{ table: entryTable, time: 'createdAt', id: 'id', item: 'a ledger entry' },
};

function historyQuery<R extends { account: string }, T>(
  definition: HistoryQuery,
  history: History<R>,
  itemsOf: (rows: readonly R[], records: Records, account: Address) => readonly T[] | Promise<T[]>,
  answer: (turn: LedgerTurn, account: Address, items: readonly T[]) => object,
) {
  return handle<HistoryQuery, Result<readonly T[]>>(definition, {
    needs: needsGranted,

    async prepare(input, deps) {
      const account = grantedAccount(input, deps);
      const rows = await findHistory(deps.records, history, account, input.request);
      return rows.ok ? ok(await itemsOf(rows.value, deps.records, account)) : rows;
    },

    decide(turn, received, items) {
      const grant = authorizeGrant(turn, received);
      if (!grant.ok) return grant;
      if (!items.ok) return items;
      const { account } = grant.value;
      const reply = () => ({
        accountSeq: turn.book.accountSeq(account),
        ...answer(turn, account, items.value),
      });
      return ok(reply as () => ReplyOf<HistoryQuery>);
    },
  });
}

/** All orders of the account, open or not. What memory holds is newer than the rows that were read before the turn. */
export const historicalOrdersQuery = historyQuery(
  accountQueries.historicalOrdersQuery,
  ORDERS,
  (rows, records, account) => withTrades(records, [account], rows),
  ({ book }, address, stored: readonly Order[]) => {
    const account = book.account(address);
    const views = stored.map((order) =>
      orderView(account.orders.get(orderId(order.id)) ?? order, book.listing),
    );
    const orders = firstThatFit(views, orderBytes);
    return { orders, more: orders.length < views.length };
  },
);

export const userTradesQuery = historyQuery(
  accountQueries.userTradesQuery,
  USER_TRADES,
  (rows) => rows,
  ({ book }, _, trades: readonly UserTrade[]) => ({
    trades: trades.map((trade) => userTradeView(trade, book.listing)),
  }),
);

export const historicalEntriesQuery = historyQuery(
  accountQueries.historicalEntriesQuery,
  ENTRIES,
  (rows) => rows.map(entryOf),
  ({ book }, address, stored: readonly Entry[]) => {
    const account = book.account(address);
    return {
      entries: stored.map((entry) =>
        entryView(account.entries.get(entryId(entry.id)) ?? entry, book.listing),
      ),
    };
  },
);
