import { amount } from '@exchange/core/kernel';
import { type ChainNews, minedAt, NOT_MINED } from '../chain/chain-fact';
import type { EntryOf } from '../account/entry';
import { applyExitMined } from './apply-exit-mined';
import type { Journal } from '../journal';
import { freezeShort } from '../account/frozen';
import { changeEntry } from '../account/open-entry';
import { payOut } from './pay-out';

/**
 * Tokens left the contract. A withdrawal that we promised takes its pending amount when final; anything that the
 * ledger didn't promise freezes the account and raises an alarm at first sight (docs: ledger, entries).
 */
export function applyWithdrawn(journal: Journal, news: ChainNews<'withdrawn'>): void {
  const { fact, place, phase } = news;
  if (fact.by === 'exit') {
    applyExitMined(journal, news);
    return;
  }
  const entry = journal.account.entriesOf('withdrawal').find((open) => open.cause.nonce === fact.nonce);
  if (entry === undefined || !isSame(entry, news)) {
    const code = entry === undefined ? 'unknown_withdrawal' : 'withdrawal_differs';
    if (phase !== 'undone') refuse(journal, code, news);
    return;
  }
  switch (phase) {
    case 'seen':
      changeEntry(journal, entry, minedAt(place));
      return;
    case 'undone':
      changeEntry(journal, entry, NOT_MINED);
      return;
    case 'final':
      settleWithdrawal(journal, entry, news);
  }
}

function isSame(entry: EntryOf<'withdrawal'>, { fact }: ChainNews<'withdrawn'>): boolean {
  const { token, amount: promised, by, fee } = entry.cause;
  return token === fact.token && promised === fact.amount && by === fact.by && fee === fact.fee;
}

/** What an exit took of it before is taken from what came after the exit. */
function settleWithdrawal(
  journal: Journal,
  entry: EntryOf<'withdrawal'>,
  news: ChainNews<'withdrawn'>,
): void {
  const { token, amount: promised, taken, fee } = entry.cause;
  const ownPending = amount(promised - taken);
  const sources = ['blocked', 'usable'] as const;
  const beyond = payOut(journal, entry, { token, amount: promised, fee, ownPending, sources });
  if (beyond === undefined) {
    refuse(journal, 'withdrawal_exceeds_balance', news);
    return;
  }
  changeEntry(journal, entry, { ...minedAt(news.place), applied: [[1, 1, -1]], open: false });
  if (beyond > 0n) freezeShort(journal, `a withdrawal of ${promised} of ${token}`);
}

function refuse(
  journal: Journal,
  code: 'unknown_withdrawal' | 'withdrawal_differs' | 'withdrawal_exceeds_balance',
  { fact, place, phase }: ChainNews<'withdrawn'>,
): void {
  journal.record({ frozen: true });
  journal.alarm(
    code,
    `${fact.amount} of ${fact.token}, nonce ${fact.nonce}, in ${place.transaction} (${phase})`,
  );
}
