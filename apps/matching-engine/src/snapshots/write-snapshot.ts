import { type Database, remove, type RowChange, upsert } from '@exchange/platform';
import type { MarketProcessor } from '../markets/market-processor';
import { reportTable, snapshotPartTable, type SnapshotRow, snapshotTable } from '../persistence/tables';
import { encodeProcessor, SNAPSHOT_VERSION, SnapshotChecksum } from './snapshot-format';

/** So that no commit is large. */
const BYTES_PER_COMMIT = 4_000_000;
const REPORTS_PER_COMMIT = 1_000;

const change = (database: Database, changes: readonly RowChange[]) =>
  database.commit({ changes, positions: [], outbox: [] });

/** Writes the market processor as it is after report `number`, in several commits; it counts from the last one on. */
export async function writeSnapshot(
  database: Database,
  processor: MarketProcessor,
  number: number,
): Promise<void> {
  const { market, hash: stateHash } = processor;
  const about = { market, number, version: SNAPSHOT_VERSION, stateHash };
  const sum = new SnapshotChecksum(about);
  let parts = 0;
  let kept: { market: string; number: number; part: number; data: Uint8Array }[] = [];
  let bytes = 0;
  const store = async (end: Pick<SnapshotRow, 'checksum' | 'isComplete'>) => {
    // The row says how many parts there are at any time, so that those of an interrupted one can be found.
    const row = { ...about, parts, ...end };
    await change(database, [upsert(snapshotPartTable, kept), upsert(snapshotTable, [row])]);
    kept = [];
    bytes = 0;
  };
  for (const data of encodeProcessor(processor.snapshot())) {
    sum.add(data);
    kept.push({ market, number, part: parts, data });
    parts += 1;
    bytes += data.length;
    if (bytes >= BYTES_PER_COMMIT) await store({ checksum: '', isComplete: false });
  }
  await store({ checksum: sum.finish(), isComplete: true });
}

/** Forgets all snapshots of a market but these, and the reports that the oldest of them has the effects of. */
export async function forgetBefore(
  database: Database,
  market: string,
  kept: readonly number[],
  reportsUpTo: number,
): Promise<void> {
  const known = await database.find(snapshotTable, { where: { market } });
  for (const { number, parts } of known.filter((row) => !kept.includes(row.number))) {
    const keys = Array.from({ length: parts }, (_, part) => ({ market, number, part }));
    await change(database, [remove(snapshotTable, [{ market, number }]), remove(snapshotPartTable, keys)]);
  }
  const [oldest] = await database.find(reportTable, {
    where: { market },
    order: [['number', 'asc']],
    limit: 1,
  });
  if (oldest === undefined) return;
  for (let first = oldest.number; first <= reportsUpTo; first += REPORTS_PER_COMMIT) {
    const length = Math.min(REPORTS_PER_COMMIT, reportsUpTo - first + 1);
    const keys = Array.from({ length }, (_, index) => ({ market, number: first + index }));
    await change(database, [remove(reportTable, keys)]);
  }
}
