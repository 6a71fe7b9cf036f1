import type { JsonRpcProvider } from 'ethers';
import pg from 'pg';

interface FinalBlock {
  readonly number: number;
  readonly hash: string;
}

/** The newest block that the exchange holds as final; undefined when it has seen none yet. */
async function newestFinal(adminUrl: string): Promise<FinalBlock | undefined> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ found: string | null }>(
      "SELECT to_regclass('chain_watcher.blocks') AS found",
    );
    if ((tables[0]?.found ?? null) === null) return undefined;
    const { rows } = await client.query<{ number: string; hash: string }>(
      'SELECT number, hash FROM chain_watcher.blocks WHERE final ORDER BY number DESC LIMIT 1',
    );
    return rows[0] && { number: Number(rows[0].number), hash: rows[0].hash };
  } finally {
    await client.end();
  }
}

/**
 * Throws unless the chain still has what the exchange holds as final. Without this, the exchange would come up, and
 * its watcher end later: deposits that were credited may not exist.
 */
export async function requireSameHistory(adminUrl: string, provider: JsonRpcProvider): Promise<void> {
  const final = await newestFinal(adminUrl);
  if (final === undefined) return;
  const [block, head] = await Promise.all([provider.getBlock(final.number), provider.getBlockNumber()]);
  if (block?.hash === final.hash) return;
  throw new Error(
    `The chain, whose newest block is ${head}, lacks block ${final.number} (${final.hash}), which the exchange's ` +
      "record holds as final. A development chain can't get lost blocks back: put a copy of its state back, or " +
      'forget everything: npm start -- --reset',
  );
}
