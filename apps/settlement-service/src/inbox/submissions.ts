import { ledgerCosign } from '@exchange/contract/bus';
import { handle } from './settlement-turn';

/** Withdrawals that accounts signed, to be given to the contract. What is to be co-signed is the attester's business. */
export const takeSubmissions = handle(ledgerCosign, {
  decide({ state }, { message: { submissions = [] }, entry }) {
    for (const submission of submissions) {
      state.submissions.add(submission);
      state.traces.withdrawals.note(submission.entryId, entry.trace);
    }
  },
});
