import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { requestCancel } from '@exchange/core/ledger';
import { awaitAnswer } from '../../../awaited/await-answer';
import { authorize } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';

/** Asks the book to cancel one own order, by id, cid or either hash; the engine's decision answers it. */
export const cancelOrder = handle(accountCommands.cancelOrder, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const asked = requestCancel(turn.book.ledgerOf(account), {
      account,
      name: request,
      reason: 'owner',
      at: turn.at,
    });
    if (!asked.ok) return asked;
    const { orderId, alreadyAsked, facts } = asked.value;
    // The book tells whoever asked it first.
    if (alreadyAsked) awaitAnswer(turn, account, request.origin, { kind: 'cancel', orderId });
    turn.output.take(account, facts, request.origin);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
