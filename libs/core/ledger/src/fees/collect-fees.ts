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
import { movePool } from './move-pool';

/** Fees that the collector's account wants to withdraw. `at`: Unix ms. */
export interface CollectFees {
  readonly account: Address;
  readonly token: TokenRules;
  /** What the account must have usable. */
  readonly needed: TokenAmount;
  /** What was collected and is settled (collectedFees); negative: what the collector lacks of what it set aside. */
  readonly free: bigint;
  readonly at: number;
}

/**
 * Makes fees usable by the collector's own account: as much of what was collected and settled as the account lacks.
 * Refused with INSUFFICIENT_BALANCE when both together don't suffice; then nothing changed.
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
    const fees = free < 0n ? `${shown(-free)} set aside for rebates` : `${shown(free)} of fees free`;
    return reject('INSUFFICIENT_BALANCE', `${shown(usable)} usable and ${fees}, ${shown(needed)} needed`);
  }
  if (usable >= needed) return ok([]);
  const journal = new Journal(ledger, account, at);
  creditFees(journal, token.contract, amount(needed - usable));
  return ok(journal.close());
}

/**
 * Gives the collector's account all that the contract holds for it as fees in a token: it is another account's turn to
 * collect, or it leaves with the token. What it set aside of its own is taken off it.
 * `at`: Unix ms.
 */
export function handOverFees(
  ledgers: readonly Ledger[],
  collector: Address,
  token: Address,
  at: number,
): readonly Fact[] {
  const ledger = present(ledgers[partitionOf(collector)], 'ledger of the collector');
  return creditLateFees(ledger, collector, token, collectedFees(ledgers, token), at);
}

/**
 * The collector set fees aside as the budget for rebates, in a final block: where they were more than was collected here, the
 * rest was its account's own. `at`: Unix ms.
 */
export function setAsideFees(
  ledgers: readonly Ledger[],
  collector: Address,
  token: Address,
  units: TokenAmount,
  at: number,
): { readonly transfer: Fact & { readonly kind: 'posted' }; readonly facts: readonly Fact[] } {
  const ledger = present(ledgers[partitionOf(collector)], 'ledger of the collector');
  const transfer = movePool(ledger, 'collector', token, -units);
  const lacking = -collectedFees(ledgers, token);
  const facts = lacking > 0n ? creditLateFees(ledger, collector, token, -lacking, at) : [];
  return { transfer, facts };
}

/** What the contract holds for the collector as fees, by final blocks and over all these partitions. */
export const collectedFees = (ledgers: readonly Ledger[], token: Address): bigint =>
  ledgers.reduce((sum, ledger) => sum + ledger.pool('collector', token, 'settled'), 0n);

/** Whether the collector may soon take its fees along: another was announced or seen, or it asked to leave with the token. */
export function isCollectorLeaving(ledgers: readonly Ledger[], token: Address): boolean {
  const contract = ledgers[0]?.contract;
  const collector = contract?.collector;
  const account = collector && ledgers[partitionOf(collector)]?.accounts.get(collector);
  const leaves = account?.exits.has(token) ?? contract?.collectorLeaves(token);
  return contract?.collectorChanges === true || leaves === true;
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
      description: units > 0n ? 'collected fees' : 'set aside for rebates',
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
