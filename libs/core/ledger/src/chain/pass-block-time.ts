import { type Address, amount } from '@exchange/core/kernel';
import { postCredit } from '../account/credit';
import { noteBlocked } from '../funds/apply-exit-request';
import type { EntryOf } from '../account/entry';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { changeEntry } from '../account/open-entry';

/**
 * What the time of a final block (Unix seconds) ends, after the facts of that block were applied: withdrawals whose
 * deadline has passed without them are CANCELED and released, but for what an exit took of them; removed delegates
 * whose time has come are inactive (docs: ledger, entries and delegates). `at`: Unix ms.
 */
export function passBlockTime(
  ledger: Ledger,
  address: Address,
  blockTime: number,
  at: number,
): readonly Fact[] {
  const account = ledger.account(address);
  const journal = new Journal(ledger, account, at);
  for (const entry of account.entriesOf('withdrawal')) {
    if (blockTime > entry.cause.deadline) expireWithdrawal(journal, entry);
  }
  for (const delegate of account.delegates.values()) {
    const ended = delegate.validUntil <= blockTime || (delegate.revokedAt ?? Infinity) <= blockTime;
    if (delegate.active && ended) journal.delegate({ ...delegate, active: false, accepted: false });
  }
  return journal.close();
}

function expireWithdrawal(journal: Journal, entry: EntryOf<'withdrawal'>): void {
  changeEntry(journal, entry, { canceled: true, open: false });
  releasePending(journal, entry);
}

/** Gives back what a withdrawal had pending, but for what an exit took of it. */
export function releasePending(journal: Journal, entry: EntryOf<'withdrawal'>): void {
  const { token, taken } = entry.cause;
  const released = amount(entry.cause.amount - taken);
  const lines = [journal.line(token, 'pendingWithdrawal', -released)];
  noteBlocked(journal, token, postCredit(journal, { kind: 'entry', id: entry.id }, token, released, lines));
}
