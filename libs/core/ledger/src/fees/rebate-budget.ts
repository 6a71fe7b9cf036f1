import { type Address, amount, maxAmount, PARTITIONS, type TokenAmount } from '@exchange/core/kernel';
import type { Ledger } from '../ledger';

/** What may be promised as rebates in a token: what is free, less what the admin may take back. */
export const grantableBudget = ({ budget, contract }: Ledger, token: Address): TokenAmount =>
  amount(maxAmount(budget.of(token) - contract.releasing(token), 0n));

/**
 * The share of `partitions` of a budget that was funded, so that every group finds its own by itself and all together
 * are the whole: each partition gets as much, rounded down or up.
 */
export function shareOfBudget(units: bigint, partitions: readonly number[]): bigint {
  const upTo = (partition: number) => (units * BigInt(partition)) / BigInt(PARTITIONS);
  return partitions.reduce((sum, partition) => sum + upTo(partition + 1) - upTo(partition), 0n);
}
