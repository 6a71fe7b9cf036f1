import { type Entry, type EntryCause, entryTypeOf } from './entry';
import type { Journal } from '../journal';

type EntryStart = Pick<Entry, 'changes' | 'applied' | 'description'> &
  Partial<Pick<Entry, 'market' | 'transaction' | 'blockNumber' | 'blockHash' | 'open'>>;

/** Opens a ledger entry of the journal's account. */
export function openEntry(journal: Journal, cause: EntryCause, start: EntryStart): Entry {
  const entry: Entry = {
    id: journal.ledger.nextEntryId(),
    account: journal.account.address,
    type: entryTypeOf(cause),
    cause,
    market: null,
    transaction: null,
    blockNumber: null,
    blockHash: null,
    canceled: false,
    open: true,
    createdAt: journal.at,
    updatedAt: journal.at,
    ...start,
  };
  journal.entry(entry);
  return entry;
}

/** Changes a ledger entry; `open: false` is its end. */
export function changeEntry(journal: Journal, entry: Entry, changes: Partial<Entry>): Entry {
  const changed: Entry = { ...entry, ...changes, updatedAt: journal.at };
  journal.entry(changed);
  return changed;
}
