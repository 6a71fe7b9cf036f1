import type { TradeId } from '@exchange/core/kernel';
import type { TradeAmounts } from './trade-terms';
import { packWord } from './words';

/** The three words of a trade in a batch (contracts/src/ExchangeTypes.sol, TradeIn). */
export interface TradeWords {
  readonly amounts: string;
  readonly fees: string;
  readonly ids: string;
}

/**
 * Packs a trade. The indexes are those of its orders in the batch.
 * @example
 * encodeTrade(9,
 *   { makerAmount: 1n, takerAmount: 2n, makerFee: 0n, takerFee: 3n, rebateToken: 'sell', makerRebate: 0n }, 0, 1,
 * ).ids // → '0x' + '9'.padStart(16, '0') + '0000' + '0001' + '0'.repeat(40)
 */
export function encodeTrade(
  id: TradeId,
  trade: TradeAmounts,
  makerIndex: number,
  takerIndex: number,
): TradeWords {
  const rebateInBoughtToken = trade.rebateToken === 'buy' && trade.makerRebate > 0n ? 1n : 0n;
  return {
    amounts: packWord([trade.makerAmount, 128], [trade.takerAmount, 128]),
    fees: packWord([trade.makerFee, 128], [trade.takerFee, 128]),
    ids: packWord(
      [BigInt(id), 64],
      [BigInt(makerIndex), 16],
      [BigInt(takerIndex), 16],
      [rebateInBoughtToken, 32],
      [trade.makerRebate, 128],
    ),
  };
}
