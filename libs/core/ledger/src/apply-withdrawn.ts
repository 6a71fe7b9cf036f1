import { type ChainNews, minedAt, NOT_MINED } from './chain-fact';
import type { EntryOf } from './entry';
import { applyExitMined } from './apply-exit-mined';
import type { Journal } from './journal';
import { changeEntry } from './open-entry';

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
      payOut(journal, entry, news);
  }
}

function isSame(entry: EntryOf<'withdrawal'>, { fact }: ChainNews<'withdrawn'>): boolean {
  return entry.cause.token === fact.token && entry.cause.amount === fact.amount;
}

/** What an exit took before is taken from blocked: there lies what came after the exit. */
function payOut(journal: Journal, entry: EntryOf<'withdrawal'>, news: ChainNews<'withdrawn'>): void {
  const { fact, place } = news;
  const fromBlocked = entry.cause.taken;
  if (fromBlocked > journal.account.balance(fact.token).blocked) {
    refuse(journal, 'withdrawal_differs', news);
    return;
  }
  changeEntry(journal, entry, { ...minedAt(place), applied: [1, 1, -1], open: false });
  journal.post({ kind: 'entry', id: entry.id }, [
    { owner: 'chain', token: fact.token, bucket: 'total', amount: fact.amount },
    journal.line(fact.token, 'pendingWithdrawal', -(fact.amount - fromBlocked)),
    journal.line(fact.token, 'blocked', -fromBlocked),
    journal.line(fact.token, 'settled', -fact.amount),
  ]);
}

function refuse(
  journal: Journal,
  code: 'unknown_withdrawal' | 'withdrawal_differs',
  { fact, place, phase }: ChainNews<'withdrawn'>,
): void {
  journal.record({ frozen: true });
  journal.alarm(
    code,
    `${fact.amount} of ${fact.token}, nonce ${fact.nonce}, in ${place.transaction} (${phase})`,
  );
}
