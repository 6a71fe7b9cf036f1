import { accountCommands } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import { endSession } from '../../session/end-session';
import type { CommandTurn } from '../command-turn';

/** logoff: clears the session and ends the login of this connection. */
export async function logoff(_command: object, turn: CommandTurn): Promise<void> {
  const { connection, edge } = turn;
  const { session } = connection;
  if (session === undefined) {
    turn.refuse(reject('NOT_AUTHENTICATED', 'this connection is not logged in'));
    return;
  }
  const reply = await edge.owner.ask(accountCommands.logoff, session.account, turn.authority);
  if (!reply.ok) {
    turn.refuse(reply);
    return;
  }
  await new Promise<void>((resolve) => session.follower.whenDelivered(reply.value.accountSeq, resolve));
  endSession(connection, turn.rid);
}
