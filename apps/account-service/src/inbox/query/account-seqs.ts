import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** The newest accountSeq of each own account, so that a gateway notices a missed notice. */
export const accountSeqsQuery = handle(accountQueries.accountSeqsQuery, {
  needs: ({ request }) => ({ accounts: request.accounts }),

  decide(turn, { request }) {
    const { group } = turn.book;
    const own = request.accounts.filter((account) => group.owns(account));
    return ok(() => ({
      seqs: own.map((account) => ({ account, seq: turn.book.accountSeq(account) })),
      ...group.said,
    }));
  },
});
