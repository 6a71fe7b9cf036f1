import type { OrderWish } from '@exchange/client';
import { bookRate, formatRate, pow10, type Side, wholeTokens } from '@exchange/core/kernel';
import type { Prices } from './price-walk';

/** A market with what a trader must know of it. */
export interface DemoMarket {
  readonly id: string;
  readonly traded: { readonly symbol: string; readonly decimals: number };
  readonly quote: { readonly symbol: string; readonly decimals: number };
}

const MILLION = 1_000_000n;
/** Amounts are rounded to so many decimals of a token: people don't trade in its smallest units. */
const AMOUNT_DECIMALS_MAX = 4;
/** Prices are whole numbers, so their ratio has no decimals to scale by. */
const RATIO_DECIMALS = { traded: 0, quote: 0 };

function priceOf(prices: Prices, symbol: string): bigint {
  const price = prices[symbol];
  if (price === undefined) throw new Error(`the demo has no price for ${symbol}`);
  return price;
}

/**
 * An order worth `dollars`, at the fair rate moved by `offsetPpm` (above it when positive). The rate is rounded down
 * for buys and up for sells, so that a maker never quotes better than intended.
 */
export function orderWish(
  market: DemoMarket,
  prices: Prices,
  order: { readonly side: Side; readonly dollars: number; readonly offsetPpm: number },
): OrderWish {
  const { side, dollars, offsetPpm } = order;
  const [traded, quote] = [priceOf(prices, market.traded.symbol), priceOf(prices, market.quote.symbol)];
  const rate = bookRate(side, quote * MILLION, traded * (MILLION + BigInt(offsetPpm)), RATIO_DECIMALS);
  if (rate === undefined) throw new Error(`the price of ${market.id} is out of range`);
  const decimals = Math.min(AMOUNT_DECIMALS_MAX, market.traded.decimals);
  const amount = (BigInt(dollars) * MILLION * pow10(decimals)) / traded;
  return { market: market.id, side, amount: wholeTokens(amount, decimals), rate: formatRate(rate) };
}
