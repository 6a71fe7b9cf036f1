import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { requestDelegateRemoval } from '@exchange/core/ledger';
import { awaitAnswer, tellPendingSettlement } from '../../../awaited/await-answer';
import { authorizeOwner } from '../../../login/authority';
import { delegateView } from '../../../outbox/views';
import { handle, needsGranted } from '../../handle';

/** Stops a delegate at once; the co-signature that removes it in the contract comes when all it signed is final. */
export const signDelegationRemoval = handle(accountCommands.signDelegationRemoval, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const { delegate } = request;
    const removal = requestDelegateRemoval(turn.book.ledgerOf(account), { account, delegate, at: turn.at });
    if (!removal.ok) return removal;
    const { state, facts } = removal.value;
    turn.output.take(account, facts);
    if (state === 'signed') {
      const shown = delegateView(removal.value.delegate);
      turn.output.tell(account, [{ kind: 'delegate', delegate: shown }], request.origin);
    } else {
      awaitAnswer(turn, account, request.origin, { kind: 'removal', delegate });
      tellPendingSettlement(turn, account);
    }
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
