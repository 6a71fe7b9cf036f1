import { type Address, amount, type Partition, type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';
import type { Ledger } from '../ledger';

/** Of what could be promised, so much stays free: for the collector's withdrawals, and for who asks next. */
const KEPT_FREE = 2n;

/** A partition's quota that was raised. */
export interface RebateGrant {
  readonly partition: Partition;
  readonly token: Address;
}

/**
 * What the collector owns in the contract, as of final blocks, and has promised to nobody: its settled balance over
 * all partitions less all quotas and all reserved rebates.
 */
export function freeFees(ledgers: readonly Ledger[], token: Address): TokenAmount {
  const free = ledgers.reduce((sum, ledger) => {
    const { quota, reserved } = ledger.rebates(token);
    return sum + ledger.pool('collector', token, 'settled') - quota - reserved;
  }, 0n);
  return free > 0n ? amount(free) : ZERO_AMOUNT;
}

/**
 * Partition 0's grants: half of what is free in a token is shared evenly by the partitions that wanted to pay rebates
 * in it since the last time; each is raised to its share, those that have as much get nothing. Rounded down.
 */
export function grantRebateQuotas(ledgers: readonly Ledger[]): readonly RebateGrant[] {
  const tokens = new Set(ledgers.flatMap((ledger) => [...ledger.rebatesWanted]));
  const grants = [...tokens].flatMap((token) => {
    const wanting = ledgers.filter((ledger) => ledger.rebatesWanted.has(token));
    const share = freeFees(ledgers, token) / KEPT_FREE / BigInt(wanting.length);
    return wanting.flatMap((ledger): RebateGrant[] => {
      const { quota, reserved } = ledger.rebates(token);
      if (quota >= share) return [];
      ledger.setRebates(token, { quota: amount(share), reserved });
      return [{ partition: ledger.partition, token }];
    });
  });
  for (const ledger of ledgers) ledger.rebatesWanted.clear();
  return grants;
}
