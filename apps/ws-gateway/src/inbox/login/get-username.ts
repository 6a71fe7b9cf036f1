import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { parseSignature } from '@exchange/core/order';
import type { CommandOf } from '@exchange/core/wire';
import type { CommandTurn } from '../command-turn';
import { NAMES } from './totp-salt';

/** getUsername: the account's own name; empty when it has none. */
export function getUsername(_command: object, turn: CommandTurn): void {
  turn.look(accountQueries.usernameQuery, { grant: turn.session.grant }, ({ username }) =>
    turn.say(username ?? ''),
  );
}

/** updateUsername: the signature is checked by account-service. */
export function updateUsername(
  { username, signature: hex }: CommandOf<'updateUsername'>,
  turn: CommandTurn,
): void {
  const signature = parseSignature(hex);
  if (!signature.ok) {
    turn.refuse(signature);
    return;
  }
  const request = { ...turn.authority, username, signature: signature.value };
  turn.look(accountCommands.updateUsername, request, (reply) => turn.say(reply.username), NAMES);
}
