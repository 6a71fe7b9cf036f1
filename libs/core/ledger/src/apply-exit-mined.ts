import { type Address, amount, minAmount, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import { type ChainNews, minedAt, placeName } from './chain-fact';
import { plainChange } from './entry';
import type { Journal } from './journal';
import { changeEntry, openEntry } from './open-entry';

/**
 * An exit paid out all that the contract held: from blocked, then from pending withdrawals, oldest first, which then
 * release nothing. APPLIED [0,-1,0] → [1,-1,1] when final. More than that is an alarm, and the account is frozen
 * (docs: ledger, entries).
 */
export function applyExitMined(journal: Journal, { fact, place, phase }: ChainNews<'withdrawn'>): void {
  const name = placeName(place);
  const known = journal.account.entriesOf('exit').find((entry) => entry.cause.place === name);
  const open = () =>
    openEntry(
      journal,
      { kind: 'exit', place: name },
      {
        changes: [plainChange(fact.token, -fact.amount)],
        applied: [0, -1, 0],
        description: 'exit',
        ...minedAt(place),
      },
    );
  switch (phase) {
    case 'seen':
      if (known === undefined) open();
      return;
    case 'undone':
      if (known !== undefined) changeEntry(journal, known, { canceled: true, open: false });
      return;
    case 'final': {
      const entry = known ?? open();
      const { blocked, pendingWithdrawal, settled } = journal.account.balance(fact.token);
      if (fact.amount > blocked + pendingWithdrawal || fact.amount > settled) {
        journal.record({ frozen: true });
        journal.alarm('exit_exceeds_balance', `${fact.amount} of ${fact.token} in ${place.transaction}`);
        return;
      }
      const fromBlocked = minAmount(fact.amount, blocked);
      const fromPending = amount(fact.amount - fromBlocked);
      changeEntry(journal, entry, { applied: [1, -1, 1], open: false });
      journal.post({ kind: 'entry', id: entry.id }, [
        { owner: 'chain', token: fact.token, bucket: 'total', amount: fact.amount },
        journal.line(fact.token, 'blocked', -fromBlocked),
        journal.line(fact.token, 'pendingWithdrawal', -fromPending),
        journal.line(fact.token, 'settled', -fact.amount),
      ]);
      takeFromPending(journal, fact.token, fromPending);
    }
  }
}

/** Notes on the pending withdrawals of a token, oldest first, what the exit took of each. */
function takeFromPending(journal: Journal, token: Address, total: TokenAmount): void {
  let left = total;
  for (const entry of journal.account.entriesOf('withdrawal')) {
    if (left === ZERO_AMOUNT) return;
    const { cause } = entry;
    if (cause.token !== token) continue;
    const part = minAmount(left, amount(cause.amount - cause.taken));
    left = amount(left - part);
    changeEntry(journal, entry, { cause: { ...cause, taken: amount(cause.taken + part) } });
  }
}
