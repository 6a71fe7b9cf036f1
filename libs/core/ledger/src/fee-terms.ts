import type { TokenAmount } from '@exchange/core/kernel';

/** In which of its two tokens a maker gets its rebate (seed: placeOrder, rebateToken). */
export type RebateToken = 'sell' | 'buy';

/** Fees fixed when an order was accepted; they travel with it. Rates in parts per million of what is bought. */
export interface FeeTerms {
  /** Negative: a rebate. */
  readonly makerPpm: number;
  readonly takerPpm: number;
  /** Charged to a taker per trade, in smallest units of the bought token; 0 when switched off. */
  readonly settlementFee: TokenAmount;
  readonly rebateToken: RebateToken;
}
