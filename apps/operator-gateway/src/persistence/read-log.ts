import type { StoredEntry } from '@exchange/core/operator';
import type { Records } from '@exchange/platform';
import { auditEntryTable } from './tables';

/** So many entries are read at once. */
export const PAGE = 1_000;

/** Entries after a sequence, oldest first. */
export const entriesAfter = (records: Records, seq: number, limit: number): Promise<StoredEntry[]> =>
  records.find(auditEntryTable, { where: { seq: { gt: seq } }, order: [['seq', 'asc']], limit });

/** Hands every entry over, oldest first, until `take` gives false. */
export async function readLog(records: Records, take: (entry: StoredEntry) => boolean): Promise<void> {
  let after = 0;
  for (;;) {
    const page = await entriesAfter(records, after, PAGE);
    for (const entry of page) {
      if (!take(entry)) return;
      after = entry.seq;
    }
    if (page.length < PAGE) return;
  }
}
