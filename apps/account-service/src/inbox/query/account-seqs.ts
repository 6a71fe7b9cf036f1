import { accountQueries } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { accountSeq, type RequestHandler } from '../request-handler';

/** The newest accountSeq of each account, so that a gateway notices a missed notice. */
export const accountSeqsQuery: RequestHandler<typeof accountQueries.accountSeqsQuery> = {
  definition: accountQueries.accountSeqsQuery,
  accounts: ({ accounts }) => accounts.map(address),

  apply(turn, { incoming, request }) {
    turn.output.reply(incoming, accountSeqsQuery.definition, () => ({
      seqs: request.accounts.map((account) => ({ account, seq: accountSeq(turn, address(account)) })),
    }));
  },
};
