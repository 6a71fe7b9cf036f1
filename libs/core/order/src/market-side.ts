import {
  type Address,
  bookRate,
  type MarketDecimals,
  ok,
  type RateKey,
  reject,
  type Result,
  type Side,
} from '@exchange/core/kernel';
import type { OrderTerms } from './terms';

/** The two token contracts of a market. */
export interface MarketTokens {
  readonly traded: Address;
  readonly quote: Address;
}

/**
 * The side of an order in a market: it buys when what it buys is the traded token (seed: Order object, BUY_TOKEN).
 * TOKEN_MISMATCH when its tokens aren't the market's two.
 * @example
 * sideOf({ sellToken: '0xb', buyToken: '0xa' }, { traded: '0xa', quote: '0xb' }) // → ok('buy')
 */
export function sideOf(terms: OrderTerms, market: MarketTokens): Result<Side> {
  if (terms.buyToken === market.traded && terms.sellToken === market.quote) return ok('buy');
  if (terms.sellToken === market.traded && terms.buyToken === market.quote) return ok('sell');
  return reject('TOKEN_MISMATCH', `sellToken and buyToken must be ${market.traded} and ${market.quote}`);
}

/** The rate of the signed amounts, rounded like a book rate; undefined when it is outside 1e-8 … 8e14. */
export function signedRate(terms: OrderTerms, side: Side, decimals: MarketDecimals): RateKey | undefined {
  return side === 'buy'
    ? bookRate('buy', terms.buyAmount, terms.sellAmount, decimals)
    : bookRate('sell', terms.sellAmount, terms.buyAmount, decimals);
}
