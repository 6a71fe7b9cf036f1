import { accountCommands } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import { checkConnection } from '../../../login/authority';
import { consumeSession, issueSession, sessionReply, voidSession } from '../../../login/open-session';
import { judgeSession, newSessionId } from '../../../login/session';
import { handle } from '../../handle';
import type { LedgerTurn } from '../../../ledger-turn';

const refused = reject(
  'INVALID_SESSION',
  'the session is unknown, used or over; authenticate with a signature',
);

/** A login with a session id, which this consumes; using a consumed one voids the live one too. */
export const authenticateSession = handle(accountCommands.authenticateSession, {
  needs: ({ request }) => ({ accounts: [request.account] }),

  prepare: (_, { entropy }) => newSessionId(entropy),

  decide(turn, received, session) {
    const { request } = received;
    const { account } = request;
    const connected = checkConnection(turn, received);
    if (!connected.ok) return connected;
    const accepted = checkSession(turn, account, request.session);
    if (!accepted.ok) return accepted;
    consumeSession(turn, account);
    issueSession(turn, account, session);
    return ok(() => sessionReply(turn, account, null, session, request));
  },
});

function checkSession(turn: LedgerTurn, account: Address, session: string): Result<void> {
  switch (judgeSession(turn.book.login(account).session, session, turn.at)) {
    case 'accepted':
      return ok(undefined);
    case 'unknown':
      return refused;
    case 'replayed':
      turn.output.warn({ account, audit: 'session_replayed' }, 'a consumed session id was used again');
      voidSession(turn, account);
      return refused;
  }
}
