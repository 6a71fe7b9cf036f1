import type { TokenAmount } from '@exchange/core/kernel';

/**
 * The amounts of a trade in smallest units. makerAmount is of the maker's sold token, takerAmount of the taker's.
 * Fees come off what is bought: makerFee in the taker's sold token, takerFee in the maker's. A rebate in the sold
 * token lowers what the maker gives; one in the bought token is paid by the fee collector.
 */
export interface TradeAmounts {
  readonly makerAmount: TokenAmount;
  readonly takerAmount: TokenAmount;
  readonly makerFee: TokenAmount;
  readonly takerFee: TokenAmount;
  readonly makerRebate: TokenAmount;
  readonly rebateToken: 'sell' | 'buy';
}

/** The two amounts an order signs: at most `sellAmount`, at `buyAmount` for all of it. */
export interface SignedAmounts {
  readonly sellAmount: TokenAmount;
  readonly buyAmount: TokenAmount;
}

/** What leaves the maker: its amount less a rebate in the sold token, at least 0. */
export function makerGives(trade: TradeAmounts): bigint {
  if (trade.rebateToken === 'buy') return trade.makerAmount;
  return trade.makerRebate < trade.makerAmount ? trade.makerAmount - trade.makerRebate : 0n;
}
