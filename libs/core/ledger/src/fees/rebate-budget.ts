import { type Address, amount, maxAmount, PARTITIONS, type TokenAmount } from '@exchange/core/kernel';
import type { Ledger } from '../ledger';

/**
 * What these partitions have of the budget in the contract, as of final blocks, and have promised to nobody; the sum over
 * their shares counts.
 */
export const freeBudget = (ledgers: readonly Ledger[], token: Address): bigint =>
  ledgers.reduce(
    (sum, ledger) => sum + ledger.pool('budget', token, 'settled') - ledger.reservedRebates(token),
    0n,
  );

/** What may be promised as rebates in a token: what is free, less what the admin may take back. */
export function grantableBudget(ledgers: readonly Ledger[], token: Address): TokenAmount {
  const releasing = ledgers[0]?.contract.releasing(token) ?? 0n;
  return amount(maxAmount(freeBudget(ledgers, token) - releasing, 0n));
}

/**
 * The share of `partitions` of a budget that was funded, so that every group finds its own by itself and all together
 * are the whole: each partition gets as much, rounded down or up.
 */
export function shareOfBudget(units: bigint, partitions: readonly number[]): bigint {
  const upTo = (partition: number) => (units * BigInt(partition)) / BigInt(PARTITIONS);
  return partitions.reduce((sum, partition) => sum + upTo(partition + 1) - upTo(partition), 0n);
}
