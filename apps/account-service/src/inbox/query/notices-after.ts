import { type AccountNotice, accountQueries } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { noticeTable } from '../../persistence/tables/output-tables';
import { accountSeq, type RequestHandler } from '../request-handler';

const NOTICES_AT_ONCE = 200;

/** The kept notices after a sequence, for a gateway that missed some. */
export const noticesAfterQuery: RequestHandler<typeof accountQueries.noticesAfterQuery, AccountNotice[]> = {
  definition: accountQueries.noticesAfterQuery,
  accounts: ({ account }) => [address(account)],

  async prepare({ account, seq }, { database }) {
    const rows = await database.find(noticeTable, {
      where: { account, seq: { gt: seq } },
      order: [['seq', 'asc']],
      limit: NOTICES_AT_ONCE,
    });
    return rows.map((row) => row.notice as AccountNotice);
  },

  apply(turn, { incoming, request }, notices) {
    turn.output.reply(incoming, noticesAfterQuery.definition, () => ({
      accountSeq: accountSeq(turn, address(request.account)),
      complete: notices[0] === undefined || notices[0].seq === request.seq + 1,
      notices,
    }));
  },
};
