import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { requestDelegateRemoval } from '@exchange/core/ledger';
import { awaitAnswer, tellPendingSettlement } from '../../../awaited/await-answer';
import { authorizeOwner } from '../../../login/authority';
import { delegateView } from '../../../outbox/views';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Stops a delegate at once; the co-signature that removes it in the contract comes when all it signed is final. */
export const signDelegationRemoval: RequestHandler<typeof accountCommands.signDelegationRemoval> = {
  definition: accountCommands.signDelegationRemoval,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = signDelegationRemoval;
    const { incoming, request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const delegate = address(request.delegate);
    const removal = requestDelegateRemoval(turn.book.ledgerOf(account), { account, delegate, at: turn.at });
    if (!removal.ok) return turn.output.refuse(incoming, definition, removal);
    const { state, facts } = removal.value;
    turn.output.take(account, facts);
    if (state === 'signed') {
      const shown = delegateView(removal.value.delegate);
      turn.output.tell(account, [{ kind: 'delegate', delegate: shown }], request.origin);
    } else {
      awaitAnswer(turn, account, request.origin, { kind: 'removal', delegate });
      tellPendingSettlement(turn, account);
    }
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
