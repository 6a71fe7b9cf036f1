import { type ConnectionOptions, SeedConnection, tenthsOf } from '@exchange/test/seed-client';
import { Budget } from './budget';
import type { FrameJournal } from './journal';

export type StrictOptions = Pick<ConnectionOptions, 'mode' | 'localAddress' | 'query'>;

/** A connection that spends its own points and its account's within their limits, and tells the journal what it hears. */
export async function openConnection(
  url: string,
  journal: FrameJournal,
  options: StrictOptions = {},
  account?: Budget,
): Promise<SeedConnection> {
  const own = new Budget();
  const connection = await SeedConnection.open(url, {
    ...options,
    compressed: false,
    pace: async (commands) => {
      const tenths = commands.reduce((sum, { c }) => sum + tenthsOf(c), 0);
      await own.spend(tenths);
      await account?.spend(tenths);
    },
    heard: (packet, command) => journal.heard(packet, command),
    violated: (text) => journal.violation(text),
  });
  journal.closers.push(() => connection.close());
  return connection;
}
