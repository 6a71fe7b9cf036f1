import type { Address } from '@exchange/core/kernel';
import type { PoolPosting } from '../account/posting';
import type { Fact } from '../fact';
import type { Ledger } from '../ledger';

/**
 * Adds what is settled to a partition's pool that another one gave up, or takes it out when `units` are negative. In
 * between it is in the clearing, as a trade of which one side is posted, and settled there: what all pools have settled is the
 * same in every moment. The two happen at different times, and each once.
 */
export function movePool(
  ledger: Ledger,
  pool: 'collector' | 'budget',
  token: Address,
  units: bigint,
): Fact & { readonly kind: 'posted' } {
  const ref = { kind: 'transfer', id: ledger.nextEntryId() } as const;
  const lines: readonly PoolPosting[] = [
    { owner: pool, token, bucket: 'total', amount: units },
    { owner: pool, token, bucket: 'settled', amount: units },
    { owner: 'clearing', token, bucket: 'total', amount: -units },
    { owner: 'clearing', token, bucket: 'settled', amount: -units },
  ];
  for (const { owner, bucket, amount } of lines) ledger.addToPool(owner, token, bucket, amount);
  return { kind: 'posted', postings: lines.map((line) => ({ ...line, ref })) };
}
