import {
  type Address,
  amount,
  maxAmount,
  type Partition,
  partitionOf,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { Ledger } from '../ledger';

/** Of what could be promised, so much stays free: for the collector's withdrawals, and for who asks next. */
const KEPT_FREE = 2n;

/** A partition's quota that was changed. */
export interface RebateGrant {
  readonly partition: Partition;
  readonly token: Address;
}

/**
 * What the collector owns in the contract, as of final blocks, and has promised to nobody: its settled balance over
 * all these partitions less all quotas and all reserved rebates. Negative when it lacks something for what was promised,
 * because it left with its fees, or is a new one.
 */
export const freeFees = (ledgers: readonly Ledger[], token: Address): bigint =>
  ledgers.reduce((sum, ledger) => {
    const { quota, reserved } = ledger.rebates(token);
    return sum + ledger.pool('collector', token, 'settled') - quota - reserved;
  }, 0n);

/**
 * What may be promised as rebates in a token: nothing while the collector leaves ({@link mayPromise}).
 * The collector's account must be in memory.
 */
export const grantableFees = (ledgers: readonly Ledger[], token: Address): TokenAmount =>
  mayPromise(ledgers, token) ? amount(maxAmount(freeFees(ledgers, token), 0n)) : ZERO_AMOUNT;

/**
 * Not once another collector was announced or seen, or the present one asked to leave with that token: the fees may be
 * gone when the trades are mined.
 */
export function mayPromise(ledgers: readonly Ledger[], token: Address): boolean {
  const contract = ledgers[0]?.contract;
  const collector = contract?.collector;
  const account = collector && ledgers[partitionOf(collector)]?.accounts.get(collector);
  const leaves = account?.exits.has(token) ?? contract?.collectorLeaves(token);
  return contract?.collectorChanges !== true && leaves !== true;
}

/**
 * Partition 0's grants: half of what may be promised in a token is shared evenly by the partitions that wanted to pay
 * rebates in it since the last time; each is raised to its share, those that have as much get nothing. Rounded down.
 */
export function grantRebateQuotas(ledgers: readonly Ledger[]): readonly RebateGrant[] {
  const tokens = new Set(ledgers.flatMap((ledger) => [...ledger.rebatesWanted]));
  const grants = [...tokens].flatMap((token) => {
    const wanting = ledgers.filter((ledger) => ledger.rebatesWanted.has(token));
    const share = grantableFees(ledgers, token) / KEPT_FREE / BigInt(wanting.length);
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

/**
 * Takes back what was granted and isn't reserved, in tokens in which nothing may be promised any more: rebates are paid
 * in the sold token from now on.
 */
export function withdrawRebateQuotas(ledgers: readonly Ledger[]): readonly RebateGrant[] {
  return ledgers.flatMap((ledger) =>
    ledger.quotaTokens().flatMap((token): RebateGrant[] => {
      const { quota, reserved } = ledger.rebates(token);
      if (quota === 0n || mayPromise(ledgers, token)) return [];
      ledger.setRebates(token, { quota: ZERO_AMOUNT, reserved });
      return [{ partition: ledger.partition, token }];
    }),
  );
}
