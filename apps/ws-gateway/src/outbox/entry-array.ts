import type { ToldEntry } from '@exchange/core/message';
import { ledgerEntryArray } from '@exchange/core/wire';

/** The array of a ledger entry. One that an earlier release told has the same marks for all of its changes. */
export const entryArray = ({ applied, appliedItems, ...entry }: ToldEntry): readonly unknown[] =>
  ledgerEntryArray({ ...entry, applied: appliedItems ?? entry.changes.map(() => applied) });
