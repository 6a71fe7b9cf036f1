import type { Address } from '@exchange/core/kernel';
import type { ToldEntry } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import { entryBytes, firstThatFit } from './answer-parts';
import { entryView } from './views';

/** Pending entries of an account, oldest first; whether there are `more` after the last one. */
export interface PendingEntries {
  readonly entries: ToldEntry[];
  readonly more: boolean;
}

/** The pending entries above an id, as many as an answer carries. */
export function pendingEntriesAbove({ book }: LedgerTurn, account: Address, above: number): PendingEntries {
  const pending = [...book.account(account).entries.values()].filter(({ id }) => id > above);
  pending.sort((a, b) => a.id - b.id);
  const entries = firstThatFit(pending, entryBytes).map((entry) => entryView(entry, book.listing));
  return { entries, more: entries.length < pending.length };
}

/** All of them, for who doesn't ask for parts. */
export function allPendingEntries({ book }: LedgerTurn, account: Address): PendingEntries {
  const pending = [...book.account(account).entries.values()];
  return { entries: pending.map((entry) => entryView(entry, book.listing)), more: false };
}
