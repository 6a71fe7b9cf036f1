import { operatorQueries } from '@exchange/contract/bus';
import { marketId, ok } from '@exchange/core/kernel';
import { feeTierOf } from '@exchange/core/ledger';
import { delegateView } from '../../outbox/views';
import { usernameTable } from '../../persistence/tables/identity-tables';
import { handle } from '../handle';

const DELEGATES_SHOWN = 200;

/** All that an account may and has now, for operators. */
export const accountQuery = handle(operatorQueries.accountQuery, {
  async prepare({ request: { account } }, { records }) {
    const [row] = await records.find(usernameTable, { where: { account } });
    return row?.name ?? null;
  },

  needs: ({ request: { account } }) => ({ accounts: [account] }),

  decide({ book }, { request: { account: address } }, username) {
    const account = book.account(address);
    const { record } = account;
    const markets = countBy([...account.orders.values()].map(({ market }) => market));
    const kinds = countBy([...account.entries.values()].map(({ cause }) => cause.kind));
    const delegates = [...account.delegates.values()];
    return ok(() => ({
      ...{ onRecord: book.login(address).onRecord, accountSeq: record.seq, username, frozen: record.frozen },
      ...{ isReversing: account.isReversing, pointTenths: book.points.raisedLimit(address) ?? null },
      feeTier: feeTierOf(book.fees.schedule, record),
      trades: record.tradeCount,
      balances: [...account.balances].map(([token, balance]) => ({
        ...{ token, symbol: book.listing.symbolOf(token) },
        ...balance,
      })),
      openOrders: markets.map(([market, count]) => ({ market: marketId(market), count })),
      openEntries: kinds.map(([kind, count]) => ({ kind, count })),
      delegates: delegates.slice(0, DELEGATES_SHOWN).map(delegateView),
      moreDelegates: delegates.length > DELEGATES_SHOWN,
    }));
  },
});

function countBy(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
