import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import { login } from '../../session/login';
import type { CommandTurn } from '../command-turn';

/** authenticateWithSession: uses up the session id of an earlier login and gives a new one. */
export function authenticateWithSession(
  { address: account, session }: CommandOf<'authenticateWithSession'>,
  turn: CommandTurn,
): Promise<void> {
  const ask = () =>
    turn.edge.owner.ask(
      accountCommands.authenticateSession,
      account,
      { origin: turn.origin, ...turn.timing, account, session, entriesInParts: true },
      turn.leftMs,
    );
  return turn.logIn(() => login(turn, account, ask));
}
