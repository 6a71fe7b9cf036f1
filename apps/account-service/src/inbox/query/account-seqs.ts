import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** The newest accountSeq of each account, so that a gateway notices a missed notice. */
export const accountSeqsQuery = handle(accountQueries.accountSeqsQuery, {
  needs: ({ request }) => ({ accounts: request.accounts }),

  decide(turn, { request }) {
    return ok(() => ({
      seqs: request.accounts.map((account) => ({ account, seq: turn.book.accountSeq(account) })),
    }));
  },
});
