import { accountCommands } from '@exchange/contract/bus';
import { partition, partitionOf } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import { type CommandTurn, noAnswer } from '../command-turn';

/** The owner of names. */
const NAMES = partition(0);

/** registerTOTPSalt: keeps a salt for whoever knows codes of the secret. */
export function registerTOTPSalt(
  { TOTPSecret: secret, salt }: CommandOf<'registerTOTPSalt'>,
  turn: CommandTurn,
): void {
  turn.look(accountCommands.registerTotpSalt, { ...turn.authority, secret, salt }, () =>
    turn.say('registered'),
  );
}

/** getTOTPSalt: needs no login; tries are counted by the client's address. */
export function getTOTPSalt(command: CommandOf<'getTOTPSalt'>, turn: CommandTurn): void {
  turn.guard(answer(command, turn));
}

async function answer(
  { TOTP: code, username, address }: CommandOf<'getTOTPSalt'>,
  turn: CommandTurn,
): Promise<void> {
  const owner = address === undefined ? NAMES : partitionOf(address);
  const reply = await turn.edge.owner.askPartition(accountCommands.totpSalt, owner, {
    ...turn.timing,
    client: turn.connection.address,
    code,
    ...(username === undefined ? {} : { username }),
    ...(address === undefined ? {} : { account: address }),
  });
  if (reply.ok) turn.say(reply.value.salt);
  else turn.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
}
