import { amount, assert, minAmount, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';

/** All figures of one account and token, in smallest units; none is ever negative. */
export interface Balance {
  /** Free for orders. */
  readonly usable: TokenAmount;
  /** Reserved by open orders. */
  readonly held: TokenAmount;
  /** Promised to withdrawals that are not final. */
  readonly pendingWithdrawal: TokenAmount;
  /** Blocked in the contract for a single-signature exit. */
  readonly blocked: TokenAmount;
  /** What the contract holds, as of final blocks. */
  readonly settled: TokenAmount;
  /** Bought, net of fees, and not yet settled. A token that goes to and fro counts each time: no amount limits the sum. */
  readonly boughtUnsettled: bigint;
  /** Sold, net of a rebate in that token, and not yet settled; a sum like what was bought. */
  readonly soldUnsettled: bigint;
  /** What the account lacks to be as it was before something that it can't give back: the operator owes it the account. */
  readonly shortfall: TokenAmount;
}

/** The figures that say what the account may do with its tokens. */
export const CLAIM_BUCKETS = ['usable', 'held', 'pendingWithdrawal', 'blocked'] as const;
/** The figures that say where these tokens are. */
export const BACKING_BUCKETS = ['settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall'] as const;

export type ClaimBucket = (typeof CLAIM_BUCKETS)[number];
export type BackingBucket = (typeof BACKING_BUCKETS)[number];
export type BalanceBucket = ClaimBucket | BackingBucket;
type SumBucket = 'boughtUnsettled' | 'soldUnsettled';

export const EMPTY_BALANCE: Balance = {
  usable: ZERO_AMOUNT,
  held: ZERO_AMOUNT,
  pendingWithdrawal: ZERO_AMOUNT,
  blocked: ZERO_AMOUNT,
  settled: ZERO_AMOUNT,
  boughtUnsettled: 0n,
  soldUnsettled: 0n,
  shortfall: ZERO_AMOUNT,
};

/**
 * What the account may do with: usable + held + pending + blocked.
 * @example
 * claims({ ...EMPTY_BALANCE, usable: 3n, held: 2n }) // → 5n
 */
export const claims = (b: Balance): bigint => b.usable + b.held + b.pendingWithdrawal + b.blocked;

/**
 * Where it is: settled + bought and not yet settled − sold and not yet settled + shortfall.
 * @example
 * backing({ ...EMPTY_BALANCE, settled: 9n, boughtUnsettled: 2n, soldUnsettled: 1n }) // → 10n
 */
export const backing = (b: Balance): bigint => b.settled + b.boughtUnsettled - b.soldUnsettled + b.shortfall;

/** The balance with changes added to some buckets. A negative figure or a broken equation is a defect. */
export function changeBalance(balance: Balance, changes: Partial<Record<BalanceBucket, bigint>>): Balance {
  const add = (bucket: Exclude<BalanceBucket, SumBucket>): TokenAmount => {
    const change = changes[bucket];
    return change === undefined ? balance[bucket] : amount(balance[bucket] + change);
  };
  const sum = (bucket: SumBucket): bigint => {
    const changed = balance[bucket] + (changes[bucket] ?? 0n);
    assert(changed >= 0n, `${bucket} out of range: ${changed}`);
    return changed;
  };
  const changed: Balance = {
    usable: add('usable'),
    held: add('held'),
    pendingWithdrawal: add('pendingWithdrawal'),
    blocked: add('blocked'),
    settled: add('settled'),
    boughtUnsettled: sum('boughtUnsettled'),
    soldUnsettled: sum('soldUnsettled'),
    shortfall: add('shortfall'),
  };
  assert(
    claims(changed) === backing(changed),
    'usable + held + pending + blocked must equal what backs them',
  );
  return changed;
}

/**
 * What can be withdrawn: min(usable, settled − sold and not yet settled − pending − blocked), at least 0. What was
 * bought but isn't settled can be traded, not withdrawn (docs: ledger, balances).
 * @example
 * withdrawable({ ...EMPTY_BALANCE, usable: 9n, settled: 5n, boughtUnsettled: 4n }) // → 5n
 */
export function withdrawable(b: Balance): TokenAmount {
  const inContract = b.settled - b.soldUnsettled - b.pendingWithdrawal - b.blocked;
  return inContract <= 0n ? ZERO_AMOUNT : minAmount(b.usable, amount(inContract));
}
