import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { announceDelegate as announceInLedger } from '@exchange/core/ledger';
import { authorizeOnRecord } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';

/** Shows a delegate that is about to be made; it gets no rights by that. */
export const announceDelegate = handle(accountCommands.announceDelegate, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const { delegate, label, isTradingLogin } = request;
    const owner = turn.book.directory.accountOf(delegate);
    const announced = announceInLedger(turn.book.ledgerOf(account), {
      ...{ account, delegate, label, isTradingLogin, owner, at: turn.at },
    });
    if (!announced.ok) return announced;
    turn.output.take(account, announced.value, request.origin);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
