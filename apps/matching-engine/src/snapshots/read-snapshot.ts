import type { Database } from '@exchange/platform';
import { MarketProcessor } from '../markets/market-processor';
import { snapshotPartTable, type SnapshotRow } from '../persistence/tables';
import { decodeProcessor, READABLE_VERSIONS, SnapshotChecksum } from './snapshot-format';

const PARTS_PER_READ = 16;

/** A snapshot is damaged, cut off, or of another version; the message says which. */
export class UnreadableSnapshotError extends Error {
  override readonly name = 'UnreadableSnapshotError';
}

/** The market processor that a snapshot holds. Throws {@link UnreadableSnapshotError} unless everything about it is right. */
export async function readSnapshot(database: Database, row: SnapshotRow): Promise<MarketProcessor> {
  const { market, version, stateHash } = row;
  if (!READABLE_VERSIONS.includes(version)) {
    const readable = READABLE_VERSIONS.join(', ');
    throw new UnreadableSnapshotError(`it is of version ${version}, this program reads ${readable}`);
  }
  const processor = restored(market, await verifiedParts(database, row));
  if (processor.hash !== stateHash) {
    throw new UnreadableSnapshotError(`it restores to a state with hash ${processor.hash}, not ${stateHash}`);
  }
  return processor;
}

async function verifiedParts(database: Database, row: SnapshotRow): Promise<Uint8Array[]> {
  const { market, number, parts, checksum } = row;
  const sum = new SnapshotChecksum(row);
  const found: Uint8Array[] = [];
  while (found.length < parts) {
    const from = found.length;
    const rows = await database.find(snapshotPartTable, {
      where: { market, number, part: { gte: from, lt: from + PARTS_PER_READ } },
      order: [['part', 'asc']],
    });
    for (const { part, data } of rows) {
      if (part !== found.length) break;
      sum.add(data);
      found.push(data);
    }
    if (found.length === from) {
      throw new UnreadableSnapshotError(`part ${from} of its ${parts} parts is missing`);
    }
  }
  if (sum.finish() !== checksum) throw new UnreadableSnapshotError('its checksum is wrong');
  return found;
}

function restored(market: string, parts: readonly Uint8Array[]): MarketProcessor {
  try {
    return MarketProcessor.restore(market, decodeProcessor(parts));
  } catch (error) {
    // The bytes are those that were written: whoever wrote them knew another state than this program.
    throw new UnreadableSnapshotError(`it can't be restored: ${String(error)}`, { cause: error });
  }
}
