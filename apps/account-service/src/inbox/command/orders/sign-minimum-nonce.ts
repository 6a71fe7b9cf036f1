import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { requestMinimumNonce } from '@exchange/core/ledger';
import { awaitAnswer, tellPendingSettlement } from '../../../awaited/await-answer';
import { authorizeOwnerOnRecord } from '../../../login/authority';
import { minimumNonceFact } from '../../../outbox/views';
import { handle, needsGranted } from '../../handle';

/** Cancels for good what sells a token with a lower nonce; the co-signature comes when all trades of that are final. */
export const signMinimumNonce = handle(accountCommands.signMinimumNonce, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorizeOwnerOnRecord(turn, received);
    if (!grant.ok) return grant;
    const { token, minNonce } = request;
    const listed = turn.book.listing.requireToken(token);
    if (!listed.ok) return listed;
    const { account } = grant.value;
    const ledger = turn.book.ledgerOf(account);
    const { state, asked, facts } = requestMinimumNonce(ledger, { account, token, minNonce, at: turn.at });
    turn.output.take(account, facts);
    if (state === 'signed') {
      turn.output.tell(account, [minimumNonceFact({ token, asked })], request.origin);
    } else {
      const { waitsFor } = asked;
      awaitAnswer(turn, account, request.origin, { kind: 'minimumNonce', token, minNonce, waitsFor });
      tellPendingSettlement(turn, account);
    }
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
