import {
  type MarketDecimals,
  ok,
  orderRate,
  type RateKey,
  reject,
  type Result,
  type Side,
} from '@exchange/core/kernel';
import type { OrderTerms } from './terms';

interface TokenContract {
  readonly contract: string;
}

/** The two tokens of a market. */
export interface MarketTokens {
  readonly traded: TokenContract;
  readonly quote: TokenContract;
}

/**
 * The side of an order in a market: it buys when what it buys is the traded token (seed: Order object, BUY_TOKEN).
 * TOKEN_MISMATCH when its tokens aren't the market's two.
 * @example
 * sideOf({ sellToken: '0xb', buyToken: '0xa' }, { traded: { contract: '0xa' }, quote: { contract: '0xb' } })
 *   // → ok('buy')
 */
export function sideOf(terms: OrderTerms, market: MarketTokens): Result<Side> {
  const [traded, quote] = [market.traded.contract, market.quote.contract];
  if (terms.buyToken === traded && terms.sellToken === quote) return ok('buy');
  if (terms.sellToken === traded && terms.buyToken === quote) return ok('sell');
  return reject('TOKEN_MISMATCH', `sellToken and buyToken must be ${traded} and ${quote}`);
}

/** The rate of the signed amounts, rounded like a book rate; undefined when it is outside 1e-8 … 8e14. */
export function signedRate(terms: OrderTerms, side: Side, decimals: MarketDecimals): RateKey | undefined {
  return orderRate(side, terms.sellAmount, terms.buyAmount, decimals);
}
