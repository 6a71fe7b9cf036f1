import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { requestDelegateRemoval } from '@exchange/core/ledger';
import { authorizeOwner } from '../../login/authority';
import { delegateView } from '../../outbox/views';
import { accountSeq, type RequestHandler } from '../request-handler';
import { PENDING_SETTLEMENT, removalOrigin } from './awaited-signature';
import { grantedAccount } from './granted-account';

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
    if (state === 'pending') turn.output.tell(account, [PENDING_SETTLEMENT], request.origin);
    turn.output.take(account, facts, request.origin);
    if (state === 'signed') {
      const shown = delegateView(removal.value.delegate);
      turn.output.tell(account, [{ kind: 'delegate', delegate: shown }], request.origin);
    } else {
      turn.book.keepOrigin(removalOrigin(account, delegate), request.origin);
    }
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
