import { accountCommands } from '@exchange/contract/bus';
import { type Address, ok, reject, type Result } from '@exchange/core/kernel';
import { checkDeadline } from '../../../login/authority';
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

  decide(turn, { request, sender }, session) {
    const { account } = request;
    const accepted = checkSession(turn, request, sender);
    if (!accepted.ok) return accepted;
    consumeSession(turn, account);
    issueSession(turn, account, session);
    return ok(() => sessionReply(turn, account, null, session, request.origin));
  },
});

function checkSession(
  turn: LedgerTurn,
  request: { account: Address; session: string; deadline: number; origin: { gateway: string } },
  sender: string,
): Result<void> {
  const inTime = checkDeadline(turn, request.deadline);
  if (!inTime.ok) return inTime;
  if (request.origin.gateway !== sender)
    return reject('INVALID_GRANT', 'the connection is another gateway’s');
  const { account } = request;
  switch (judgeSession(turn.book.login(account).session, request.session, turn.at)) {
    case 'accepted':
      return { ok: true, value: undefined };
    case 'unknown':
      return refused;
    case 'replayed':
      turn.output.warn({ account, audit: 'session_replayed' }, 'a consumed session id was used again');
      voidSession(turn, account);
      return refused;
  }
}
