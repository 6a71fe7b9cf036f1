import { accountCommands } from '@exchange/contract/bus';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';

/** cancelOnDisconnect: account-service cancels; from now on it hears from us whether this connection lives. */
export function cancelOnDisconnect({ seconds }: CommandOf<'cancelOnDisconnect'>, turn: CommandTurn): void {
  const { session } = turn;
  // Before the answer: a switch that was set without our knowing would act.
  if (seconds > 0) session.watched = true;
  turn.look(accountCommands.cancelOnDisconnect, { ...turn.authority, seconds }, () => {
    session.watched = seconds > 0;
    turn.answer(0, 'cancelOnDisconnect', [seconds]);
  });
}
