import { operatorQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import type { RowOf } from '@exchange/platform';
import { messageTable } from '../../persistence/tables/identity-tables';
import { handle } from '../handle';

const PAGE = 50;
/** So many may be of the very millisecond at which the page before ended. */
const OF_ONE_MOMENT = 500;

type Place = Pick<RowOf<typeof messageTable>, 'at' | 'account' | 'number'>;

/** Messages of users to the operator, newest first. */
export const messagesQuery = handle(operatorQueries.messagesQuery, {
  async prepare({ request: { account, before } }, { records }) {
    const rows = await records.find(messageTable, {
      where: { ...(account && { account }), ...(before && { at: { lte: before.at } }) },
      order: [
        ['at', 'desc'],
        ['account', 'asc'],
        ['number', 'desc'],
      ],
      limit: PAGE + 1 + (before === undefined ? 0 : OF_ONE_MOMENT),
    });
    return before === undefined ? rows : rows.filter((row) => isAfter(row, before));
  },

  decide: (_, __, rows) =>
    ok(() => ({
      messages: rows.slice(0, PAGE).map(({ at, account, number, text }) => ({ at, account, number, text })),
      more: rows.length > PAGE,
    })),
});

/** Whether a row comes after a place, newest first. */
function isAfter(row: Place, place: Place): boolean {
  if (row.at !== place.at) return row.at < place.at;
  if (row.account !== place.account) return row.account > place.account;
  return row.number < place.number;
}
