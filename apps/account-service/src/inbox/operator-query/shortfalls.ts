import { operatorQueries } from '@exchange/contract/bus';
import { ok, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { Records, RowOf } from '@exchange/platform';
import { balanceTable, shortfallCoverTable } from '../../persistence/tables/account-tables';
import { handle } from '../handle';

const PAGE = 500;
/** Of one account, which lacks few tokens; those before a place are read with it. */
const OF_ONE_ACCOUNT = 500;

/** What accounts of all groups lack, as it is stored. */
export const shortfallsQuery = handle(operatorQueries.shortfallsQuery, {
  async prepare({ request: { after } }, { records }) {
    const rows = await records.find(balanceTable, {
      where: { shortfall: { gt: ZERO_AMOUNT }, ...(after && { account: { gte: after.account } }) },
      order: [
        ['account', 'asc'],
        ['token', 'asc'],
      ],
      limit: PAGE + 1 + (after === undefined ? 0 : OF_ONE_ACCOUNT),
    });
    const following = after === undefined ? rows : rows.filter((row) => isAfter(row, after));
    return { rows: following, covers: await coversOf(records, following) };
  },

  decide: ({ book: { listing } }, _, { rows, covers }) =>
    ok(() => ({
      shortfalls: rows.slice(0, PAGE).map(({ account, token, shortfall }) => ({
        ...{ account, token, symbol: listing.symbolOf(token), shortfall },
        ...covers.get(`${account} ${token}`),
      })),
      more: rows.length > PAGE,
    })),
});

type Lacking = Pick<RowOf<typeof balanceTable>, 'account' | 'token'>;

const isAfter = (row: Lacking, place: Lacking): boolean =>
  row.account > place.account || (row.account === place.account && row.token > place.token);

/** Who was last ordered to pay in what, by account and token. */
async function coversOf(records: Records, rows: readonly Lacking[]) {
  const account = [...new Set(rows.map((row) => row.account))];
  const covers =
    account.length === 0
      ? []
      : await records.find(shortfallCoverTable, { where: { account }, order: [['orderedAt', 'asc']] });
  return new Map(
    covers.map((row) => {
      const { payer, amount, orderedAt } = row;
      return [`${row.account} ${row.token}`, { cover: { payer, amount, orderedAt } }];
    }),
  );
}
