import { accountCommands } from '@exchange/contract/bus';
import { address, reject, type Result } from '@exchange/core/kernel';
import { checkDeadline } from '../../../login/authority';
import { consumeSession, issueSession, sessionReply, voidSession } from '../../../login/open-session';
import { judgeSession } from '../../../login/session';
import type { LedgerTurn, RequestHandler } from '../../request-handler';

const refused = reject(
  'INVALID_SESSION',
  'the session is unknown, used or over; authenticate with a signature',
);

/** A login with a session id, which this consumes; using a consumed one voids the live one too. */
export const authenticateSession: RequestHandler<typeof accountCommands.authenticateSession> = {
  definition: accountCommands.authenticateSession,

  accounts: (request) => [address(request.account)],

  apply(turn, { incoming, request, sender }) {
    const { definition } = authenticateSession;
    const account = address(request.account);
    const accepted = checkSession(turn, request, sender);
    if (!accepted.ok) return turn.output.refuse(incoming, definition, accepted);
    consumeSession(turn, account);
    const session = issueSession(turn, account);
    turn.output.reply(incoming, definition, () => sessionReply(turn, account, null, session, request.origin));
  },
};

function checkSession(
  turn: LedgerTurn,
  request: { account: string; session: string; deadline: number; origin: { gateway: string } },
  sender: string,
): Result<void> {
  const inTime = checkDeadline(turn, request.deadline);
  if (!inTime.ok) return inTime;
  if (request.origin.gateway !== sender)
    return reject('INVALID_GRANT', 'the connection is another gateway’s');
  const account = address(request.account);
  switch (judgeSession(turn.book.login(account).session, request.session, turn.at)) {
    case 'accepted':
      return { ok: true, value: undefined };
    case 'unknown':
      return refused;
    case 'replayed':
      turn.context.log.warn({ account, audit: 'session_replayed' }, 'a consumed session id was used again');
      voidSession(turn, account);
      return refused;
  }
}
