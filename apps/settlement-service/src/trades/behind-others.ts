import type { Address } from '@exchange/core/kernel';
import { isLive } from '../batches/batch';
import type { SettlementState } from '../settlement-state';
import { accountsOf, type SettlingTrade } from './settling-trade';

/**
 * Whether a trade comes after another one of its accounts that a batch of another settler carries and that may still be mined.
 * Two settlers have no order between their transactions, so it waits: until that batch is mined, lost or over.
 */
export function behindOthers(
  { batches, trades }: Pick<SettlementState, 'batches' | 'trades'>,
  settler: Address,
): (trade: SettlingTrade) => boolean {
  const carried = batches.open().filter((batch) => isLive(batch) && batch.settler !== settler);
  const accounts = new Set(carried.flatMap((batch) => trades.ofBatch(batch).flatMap(accountsOf)));
  return (trade) => accountsOf(trade).some((account) => accounts.has(account));
}
