import type { Address } from '@exchange/core/kernel';
import { ANNOUNCED_MS, dropAnnouncedDelegates, dropAnnouncedDeposits } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import { delegateTable } from '../persistence/tables/account-tables';
import { entryTable } from '../persistence/tables/entry-table';
import type { LedgerTurn } from '../ledger-turn';

const AT_ONCE = 500;

/** The accounts whose announced delegates or deposits are too old at `now` (Unix ms). */
export async function accountsOfOldAnnouncements(records: Records, now: number): Promise<Address[]> {
  const announcedBefore = { lte: now - ANNOUNCED_MS };
  const [delegates, entries] = await Promise.all([
    records.find(delegateTable, {
      where: { validUntil: 0, announcedAt: announcedBefore },
      limit: AT_ONCE,
    }),
    records.find(entryTable, {
      where: { open: true, type: 'deposit', createdAt: announcedBefore },
      limit: AT_ONCE,
    }),
  ]);
  return [...delegates, ...entries].map(({ account }) => account);
}

/** Forgets what an account announced too long ago. */
export function dropAnnouncements({ book, output, at }: LedgerTurn, account: Address): void {
  if (!book.group.owns(account)) return;
  const ledger = book.ledgerOf(account);
  output.take(account, dropAnnouncedDelegates(ledger, account, at));
  output.take(account, dropAnnouncedDeposits(ledger, account, at));
}
