import { accountQueries, type ReplyOf } from '@exchange/contract/bus';
import { type Address, address, ok } from '@exchange/core/kernel';
import { FINAL_BLOCK } from '../../accounts/account-book';
import { NOT_OURS } from '../../groups/own-requests';
import {
  NO_PARTITION,
  settledBalanceTable,
  settledFigureTable,
} from '../../persistence/tables/solvency-tables';
import type { RowOf } from '@exchange/platform';
import { handle } from '../handle';

/** So many partitions are summed at once: the turn waits for it, 60 ms with 1 000 000 balances of all partitions. */
const SUMMED_AT_ONCE = 8;

/** So many rows fit into an answer. */
const ROWS_MAX = 4_000;

/**
 * The sums of what is settled in some of this group's partitions, as the tables have them: memory would not show what was changed
 * there. What is settled changes with final blocks alone, so the newest one that was applied says which moment that is; while one is
 * applied in parts there is none.
 */
export const settledSumsQuery = handle(accountQueries.settledSumsQuery, {
  async prepare({ request: { partition } }, { records, group }) {
    const summed = partition === undefined ? group.partitions : group.some(partition, SUMMED_AT_ONCE);
    if (summed.length === 0) return undefined;
    const figures = await records.find(settledFigureTable, {
      where: { partition: [NO_PARTITION, ...summed] },
    });
    const block = figures.find(({ figure }) => figure === group.key(FINAL_BLOCK))?.value;
    const sums = new Map<Address, bigint>();
    for (const { partition: of, token, value } of figures) {
      if (of === NO_PARTITION) continue;
      sums.set(address(token), (sums.get(address(token)) ?? 0n) + value);
    }
    return {
      ...{ block: block === undefined ? null : Number(block), partitions: summed },
      sums: [...sums].map(([token, settled]) => ({ token, settled })),
    };
  },

  decide: (_turn, _received, found) => (found === undefined ? NOT_OURS : ok(() => found)),
});

/** What each account of one partition has as settled. */
export const settledAccountsQuery = handle(accountQueries.settledAccountsQuery, {
  async prepare({ request: { partition, after } }, { records, group }) {
    if (!group.ownsPartition(partition)) return undefined;
    const rows = await records.find(settledBalanceTable, {
      where: {
        ...{ counter: group.key(FINAL_BLOCK), partition },
        ...(after === undefined ? {} : { account: { gt: after } }),
      },
      order: [
        ['account', 'asc'],
        ['token', 'asc'],
      ],
      limit: ROWS_MAX,
    });
    return wholeAccounts(rows);
  },

  decide: (_turn, _received, found) => (found === undefined ? NOT_OURS : ok(() => found)),
});

type Rows = readonly RowOf<typeof settledBalanceTable>[];

/** An answer never ends within an account, since it goes on after one. */
function wholeAccounts(rows: Rows): ReplyOf<typeof accountQueries.settledAccountsQuery> {
  const more = rows.length === ROWS_MAX;
  const last = rows.at(-1)?.account;
  const whole = more ? rows.filter(({ account }) => account !== last) : rows;
  return {
    block: rows[0]?.block ?? null,
    balances: whole.flatMap(({ account, token, settled }) =>
      account === null || token === null || settled === null ? [] : [{ account, token, settled }],
    ),
    more,
  };
}
