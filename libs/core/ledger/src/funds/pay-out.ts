import { type Address, amount, minAmount, type TokenAmount } from '@exchange/core/kernel';
import type { Entry } from '../account/entry';
import { owedLines } from '../account/credit';
import type { Journal } from '../journal';
import { changeEntry } from '../account/open-entry';
import type { PostingLine } from '../account/posting';

/** What an amount that left the contract is taken from. */
export interface PayOut {
  readonly token: Address;
  readonly amount: TokenAmount;
  /** The part of it that the collector got, which stays in the contract. */
  readonly fee?: TokenAmount;
  /** The part that this very withdrawal had pending. */
  readonly ownPending: TokenAmount;
  /** Where the rest comes from, in this order; after these from other pending withdrawals. */
  readonly sources: readonly ('blocked' | 'usable')[];
}

/**
 * Posts tokens that left the contract for good, and tells how much more they were than the account had to give: that is
 * a shortfall from now on. Undefined, with nothing changed, when the contract can't have had that much of it.
 */
export function payOut(journal: Journal, entry: Entry, out: PayOut): TokenAmount | undefined {
  const { token, fee = 0n } = out;
  const balance = journal.account.balance(token);
  let left = amount(out.amount - out.ownPending);
  const lines: PostingLine[] = [];
  for (const bucket of out.sources) {
    const part = minAmount(left, balance[bucket]);
    left = amount(left - part);
    lines.push(journal.line(token, bucket, -part));
  }
  if (out.amount > balance.settled) return undefined;
  const fromOthers = minAmount(left, amount(balance.pendingWithdrawal - out.ownPending));
  const beyond = amount(left - fromOthers);
  journal.post({ kind: 'entry', id: entry.id }, [
    { owner: 'chain', token, bucket: 'total', amount: out.amount - fee },
    { owner: 'collector', token, bucket: 'total', amount: fee },
    { owner: 'collector', token, bucket: 'settled', amount: fee },
    ...lines,
    journal.line(token, 'pendingWithdrawal', -out.ownPending - fromOthers),
    ...owedLines(journal, token, beyond),
    journal.line(token, 'settled', -out.amount),
  ]);
  takeFromPending(journal, entry, token, fromOthers);
  return beyond;
}

/** Notes on the other pending withdrawals of a token, oldest first, what was taken of each: they release it no more. */
function takeFromPending(journal: Journal, paid: Entry, token: Address, total: TokenAmount): void {
  let left = total;
  for (const entry of journal.account.entriesOf('withdrawal')) {
    const { cause } = entry;
    if (cause.token !== token || entry.id === paid.id) continue;
    const part = minAmount(left, amount(cause.amount - cause.taken));
    if (part === 0n) continue;
    left = amount(left - part);
    changeEntry(journal, entry, { cause: { ...cause, taken: amount(cause.taken + part) } });
  }
}
