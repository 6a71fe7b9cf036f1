import {
  amount,
  AMOUNT_MAX,
  bookRate,
  decimalFrom,
  divideUp,
  divideDown,
  minAmount,
  orderRate,
  rateRatio,
  type MarketDecimals,
  type RateKey,
} from '@exchange/core/kernel';
import type { Peg } from '@exchange/core/message';
import type { MarketState } from '../market/market-state';
import { quantityOf, type OpenOrder } from '../order/open-order';

const WHOLE: MarketDecimals = { traded: 0, quote: 0 };

/**
 * A pegged order as the newest rate of its currency prices it: peg rate / quote rate as a book rate, never worse than
 * signed. The quantity stays what the client chose. Undefined while it can't be in the book: no fresh rate is known,
 * or the rate is out of range. An order without a peg is returned as it is.
 */
export function pricedByPeg(state: MarketState, order: OpenOrder): OpenOrder | undefined {
  const { peg } = order;
  if (peg === undefined) return order;
  const quoteRate = state.pegRates.get(peg.currency)?.latest;
  if (quoteRate === undefined) return undefined;
  const rateKey = notWorseThanSigned(state, order, peg, quoteRate);
  return rateKey === undefined ? undefined : pricedAt(state, order, rateKey);
}

function notWorseThanSigned(
  state: MarketState,
  { side, sellAmount, buyAmount }: OpenOrder,
  peg: Peg,
  quoteRate: string,
): RateKey | undefined {
  const wanted = rateRatio(peg.rateKey, WHOLE);
  const one = decimalFrom(quoteRate);
  const quote = wanted.numerator * one.denominator;
  const traded = wanted.denominator * one.numerator;
  const signed = orderRate(side, sellAmount, buyAmount, state.decimals);
  const market = bookRate(side, traded, quote, WHOLE);
  if (signed === undefined) return undefined;
  if (side === 'sell') return market === undefined || market >= signed ? market : signed;
  // Out of range for a buy is too small or too large; the signed rate is below all that is too large.
  if (market === undefined) return quote > traded ? signed : undefined;
  return market <= signed ? market : signed;
}

/** The pegged order's quantity at a rate; undefined when no amount of the other token says that. */
export function pricedAt(state: MarketState, order: OpenOrder, rateKey: RateKey): OpenOrder | undefined {
  const quantity = quantityOf(order);
  const { numerator, denominator } = rateRatio(rateKey, state.decimals);
  if (order.side === 'buy') {
    const quoteValue = minAmount<bigint>(divideDown(quantity * numerator, denominator), order.held);
    return quoteValue === 0n ? undefined : { ...order, rateKey, sellBook: amount(quoteValue) };
  }
  const quoteValue = divideUp(quantity * numerator, denominator);
  return quoteValue > AMOUNT_MAX ? undefined : { ...order, rateKey, buyBook: amount(quoteValue) };
}
