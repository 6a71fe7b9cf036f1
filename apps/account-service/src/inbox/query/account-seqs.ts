import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tellNewFees } from '../../fees/tell-new-fees';
import { handle } from '../handle';

/**
 * The newest accountSeq of each own account, so that a gateway notices a missed notice. Who is asked about is connected, so
 * it is told its fee tier if another schedule has started.
 */
export const accountSeqsQuery = handle(accountQueries.accountSeqsQuery, {
  needs: ({ request }) => ({ accounts: request.accounts }),

  decide(turn, { request }) {
    const { group } = turn.book;
    const own = request.accounts.filter((account) => group.owns(account));
    for (const account of own) tellNewFees(turn, account);
    return ok(() => ({
      seqs: own.map((account) => ({ account, seq: turn.book.accountSeq(account) })),
      ...group.said,
    }));
  },
});
