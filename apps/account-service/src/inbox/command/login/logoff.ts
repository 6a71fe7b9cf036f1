import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { authorize } from '../../../login/authority';
import { voidSession } from '../../../login/open-session';
import { handle, needsGranted } from '../../handle';

/** Ends the account's session id; the gateway unbinds its connection. */
export const logoff = handle(accountCommands.logoff, {
  needs: needsGranted,

  decide(turn, received) {
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    const { account, delegate } = grant.value;
    if (delegate === null) voidSession(turn, account);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
