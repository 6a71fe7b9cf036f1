import {
  type Address,
  amount,
  minAmount,
  ok,
  present,
  reject,
  type Result,
  partitionOf,
  type TokenAmount,
  wholeTokens,
} from '@exchange/core/kernel';
import { type Applied, plainChange } from '../account/entry';
import { refuseFrozen } from '../account/frozen';
import type { PostingLine } from '../account/posting';
import type { Fact } from '../fact';
import { Journal } from '../journal';
import type { Ledger } from '../ledger';
import type { TokenRules } from '../account/listing';
import { openEntry } from '../account/open-entry';

/** Fees that the collector's account wants to withdraw. `at`: Unix ms. */
export interface CollectFees {
  readonly account: Address;
  readonly token: TokenRules;
  /** What the account must have usable. */
  readonly needed: TokenAmount;
  /** What the collector owns in the contract and has promised to nobody (freeFees); negative: what it lacks for that. */
  readonly free: bigint;
  readonly at: number;
}

/**
 * Makes fees usable by the collector's own account: as much of what was collected, settled and not promised as the
 * account lacks. Fees are the pool's until then, so that rebates can come from them. Refused with
 * INSUFFICIENT_BALANCE when both together don't suffice, or when the account's own is needed for promised rebates that
 * the fees don't cover; then nothing changed.
 */
export function collectFees(ledger: Ledger, input: CollectFees): Result<readonly Fact[]> {
  const { token, needed, free, at } = input;
  const account = ledger.account(input.account);
  const { usable } = account.balance(token.contract);
  // A withdrawal that is refused anyway takes nothing: in an exit it would go to blocked, and be lacking again.
  const mayLeave = refuseFrozen(ledger, account).ok && !account.exits.has(token.contract);
  if (!mayLeave) return ok([]);
  if (needed > usable + free) {
    const shown = (value: bigint) => `${wholeTokens(value, token.decimals)} ${token.symbol}`;
    const fees = free < 0n ? `${shown(-free)} kept for rebates` : `${shown(free)} of fees free`;
    return reject('INSUFFICIENT_BALANCE', `${shown(usable)} usable and ${fees}, ${shown(needed)} needed`);
  }
  if (usable >= needed) return ok([]);
  const journal = new Journal(ledger, account, at);
  creditFees(journal, token.contract, amount(needed - usable));
  return ok(journal.close());
}

/**
 * Gives the collector's account all that the contract holds for it as fees in a token, promised or not: it is another
 * account's turn to collect, or an exit takes everything. What rebates took from the account's own is taken off it.
 * `at`: Unix ms.
 */
export function handOverFees(
  ledgers: readonly Ledger[],
  collector: Address,
  token: Address,
  at: number,
): readonly Fact[] {
  const settled = ledgers.reduce((sum, ledger) => sum + ledger.pool('collector', token, 'settled'), 0n);
  const ledger = present(ledgers[partitionOf(collector)], 'ledger of the collector');
  const journal = new Journal(ledger, ledger.account(collector), at);
  if (settled > 0n) creditFees(journal, token, amount(settled));
  if (settled < 0n) debitFees(journal, token, amount(-settled));
  return journal.close();
}

/**
 * Gives the collector's account what the contract holds for it as fees and reached its partition only now, or takes it off
 * it when negative. What it lacks is paid first. `at`: Unix ms.
 */
export function creditLateFees(
  ledger: Ledger,
  collector: Address,
  token: Address,
  units: bigint,
  at: number,
): readonly Fact[] {
  const journal = new Journal(ledger, ledger.account(collector), at);
  if (units > 0n) creditFees(journal, token, amount(units));
  if (units < 0n) debitFees(journal, token, amount(-units));
  return journal.close();
}

function creditFees(journal: Journal, token: Address, units: TokenAmount): void {
  const { account } = journal;
  const bucket = account.creditBucket(token);
  move(journal, token, units, [1, ...creditedTo(bucket)], [journal.line(token, bucket, units)]);
}

/** An account that has less is left with what the pool owes: the audit finds it. */
function debitFees(journal: Journal, token: Address, owed: TokenAmount): void {
  const { usable, blocked } = journal.account.balance(token);
  const units = minAmount(owed, amount(usable + blocked));
  const fromUsable = minAmount(units, usable);
  if (units === 0n) return;
  move(
    journal,
    token,
    -units,
    [1, fromUsable > 0n ? 1 : -1, fromUsable < units ? 1 : -1],
    [journal.line(token, 'usable', -fromUsable), journal.line(token, 'blocked', fromUsable - units)],
  );
}

/** Moves what is settled between the pool and the account, as an entry of its own. */
function move(
  journal: Journal,
  token: Address,
  units: bigint,
  applied: Applied,
  claims: readonly PostingLine[],
): void {
  const place = `fees ${journal.ledger.ids.entries + 1}`;
  const entry = openEntry(
    journal,
    { kind: 'deposit', place },
    {
      changes: [plainChange(token, units)],
      applied: [applied],
      description: units > 0n ? 'collected fees' : 'paid rebates',
      open: false,
    },
  );
  journal.post({ kind: 'entry', id: entry.id }, [
    ...claims,
    journal.line(token, 'settled', units),
    { owner: 'collector', token, bucket: 'total', amount: -units },
    { owner: 'collector', token, bucket: 'settled', amount: -units },
  ]);
}

const creditedTo = (bucket: 'usable' | 'blocked') =>
  bucket === 'usable' ? ([1, -1] as const) : ([-1, 1] as const);
