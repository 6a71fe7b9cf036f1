import { accountCommands, accountQueries } from '@exchange/contract/bus';
import { type Address, partition, partitionOf } from '@exchange/core/kernel';
import type { CommandOf } from '@exchange/core/wire';
import { type CommandTurn, noAnswer } from '../command-turn';

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
  const account = address ?? (await accountOf(username, turn));
  const owner = account === undefined ? NAMES : partitionOf(account);
  const reply = await turn.edge.owner.askPartition(accountCommands.totpSalt, owner, {
    ...turn.timing,
    client: turn.connection.address,
    code,
    ...(account === undefined ? { username } : { account }),
  });
  if (reply.ok) turn.say(reply.value.salt);
  else turn.refuse(reply.code === 'UNKNOWN_OUTCOME' ? noAnswer() : reply);
}

/** The owner of names. */
export const NAMES = partition(0);

/** A name that nobody has, or of which nobody says whose it is, is refused by the owner of names as any other wrong one. */
async function accountOf(username: string | undefined, turn: CommandTurn): Promise<Address | undefined> {
  if (username === undefined) return undefined;
  const reply = await turn.edge.owner.askPartition(accountQueries.namedAccountQuery, NAMES, { username });
  return reply.ok ? (reply.value.account ?? undefined) : undefined;
}
