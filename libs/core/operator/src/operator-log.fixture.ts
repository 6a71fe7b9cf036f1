import { createHash } from 'node:crypto';
import { type AuditEntry, chained, EMPTY_LOG, type EntryContent, type StoredEntry, storedEntry } from '.';

export const sha256 = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();

/** A log of these contents, in their order. */
export function logOf(contents: readonly EntryContent[], person = 'nora'): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (const content of contents) {
    const head = entries.at(-1) ?? EMPTY_LOG;
    const entry: AuditEntry = chained(head, { at: 1_000 + head.seq, person }, content);
    entries.push(storedEntry(entry, sha256));
  }
  return entries;
}

export const frozen = (account: string): EntryContent => ({
  ...{ kind: 'ordered', action: 'freeze-account', content: { account }, reason: 'asked by its owner' },
  ...{ approvals: [], proposal: null },
});
