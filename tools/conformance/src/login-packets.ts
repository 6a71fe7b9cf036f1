import type { ReadPacket, SeedCommand } from '@exchange/test/seed-client';
import type { ConformanceAccount } from './account';
import { holds, is } from './expectations';
import { ledgerEntry } from './packets';

/** What the auth packet says (seed: Personal events). */
export interface Auth {
  readonly status: string;
  readonly address: string;
  readonly session: string | null;
  readonly delegate: string;
}

type AuthPositions = [status: string, address: string, session: string | null, delegate: string];

const FOLLOWING = ['auth', 'bs', 'les', 'ft'];

/**
 * Logs in with a command, and sees that auth, balanceSnapshot, pendingLedgerEntrySnapshot and feeTier come in this
 * order, all with its rid, and hold what the account's own questions are answered with.
 */
export async function logsIn(account: ConformanceAccount, command: SeedCommand): Promise<Auth> {
  const { connection } = account;
  const [rid] = await connection.send(command);
  const answers = (): ReadPacket[] => connection.packets.filter((packet) => packet.rid === rid);
  await connection.until(`what follows ${command.c}`, () => answers().length >= FOLLOWING.length);
  const [auth, balances, pending, tier] = answers();
  is(
    answers().map(({ event }) => event),
    FOLLOWING,
    `what follows ${command.c}`,
  );
  is((await account.call({ c: 'getBalanceSnapshot' }, 'bs')).message, balances?.message, 'balanceSnapshot');
  is((await account.call({ c: 'getFeeTier' }, 'ft')).message, tier?.message, 'feeTier');
  const entries = (pending?.message as unknown[]).map(ledgerEntry);
  holds(
    entries.every(({ applied, canceled }) => !canceled && applied.some((marks) => marks.includes(0))),
    'all entries of pendingLedgerEntrySnapshot are pending',
  );
  const [status, address, session, delegate] = auth?.message as AuthPositions;
  return { status, address, session, delegate };
}
