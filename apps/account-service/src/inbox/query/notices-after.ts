import { accountNotice, accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { noticeTable } from '../../persistence/tables/output-tables';
import { handle } from '../handle';

const NOTICES_AT_ONCE = 200;
const ANSWER_BYTES_MAX = 512 * 1024;

/** The kept notices after a sequence, for a gateway that missed some. */
export const noticesAfterQuery = handle(accountQueries.noticesAfterQuery, {
  needs: ({ request }) => ({ accounts: [request.account] }),

  async prepare({ request: { account, seq } }, { records }) {
    const rows = await records.find(noticeTable, {
      where: { account, seq: { gt: seq } },
      order: [['seq', 'asc']],
      limit: NOTICES_AT_ONCE,
    });
    return firstOf(rows.map(({ data }) => data)).map((data) => accountNotice.decode(data));
  },

  decide(turn, { request }, notices) {
    const { account } = request;
    // What this turn tells comes with the next answer; all before it is kept, or gone for good.
    const told = turn.book.accountSeq(account);
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      complete: notices[0] === undefined ? told <= request.seq : notices[0].seq === request.seq + 1,
      notices,
    }));
  },
});

/** As many as an answer can carry, and at least one. */
function firstOf(notices: readonly Uint8Array[]): Uint8Array[] {
  let bytes = 0;
  return notices.filter(({ length }, index) => {
    bytes += length;
    return index === 0 || bytes <= ANSWER_BYTES_MAX;
  });
}
