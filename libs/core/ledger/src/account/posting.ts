import type { Address, EntryId, OrderId } from '@exchange/core/kernel';
import type { BalanceBucket, ClaimBucket } from './balance';

/**
 * Who is on the other side of an account's postings: the chain as the outside world, the clearing of trades between
 * partitions (zero per trade over both legs), this partition's share of the fee collector and of the budget for rebates
 * (may be negative: the sum counts), and what the operator owes its accounts for shortfalls (never positive).
 */
export const POOLS = ['chain', 'clearing', 'collector', 'shortfall', 'budget'] as const;
export type Pool = (typeof POOLS)[number];

/** `total`: all that was posted to the pool; `settled`: the part that final blocks confirmed (collector, budget, and either on its way). */
export type PoolBucket = 'total' | 'settled';

/** What caused a posting. */
export type PostingRef =
  | { readonly kind: 'entry'; readonly id: EntryId }
  | { readonly kind: 'order'; readonly id: OrderId }
  /** Fees or budget on their way from one partition's pool to another's; numbered as entries. */
  | { readonly kind: 'transfer'; readonly id: EntryId };

export interface AccountPosting {
  readonly owner: Address;
  readonly token: Address;
  readonly bucket: BalanceBucket;
  /** Signed, in smallest units. */
  readonly amount: bigint;
}

export interface PoolPosting {
  readonly owner: Pool;
  readonly token: Address;
  readonly bucket: PoolBucket;
  readonly amount: bigint;
}

export type PostingLine = AccountPosting | PoolPosting;
export type Posting = PostingLine & { readonly ref: PostingRef };

export const isPoolPosting = (line: PostingLine): line is PoolPosting =>
  (POOLS as readonly string[]).includes(line.owner);

/** Claims must sum to zero per token over all owners; backing figures follow from the equation of each balance. */
export function isClaim(bucket: BalanceBucket | PoolBucket): bucket is ClaimBucket | 'total' {
  switch (bucket) {
    case 'usable':
    case 'held':
    case 'pendingWithdrawal':
    case 'blocked':
    case 'total':
      return true;
    case 'settled':
    case 'boughtUnsettled':
    case 'soldUnsettled':
    case 'shortfall':
      return false;
  }
}
