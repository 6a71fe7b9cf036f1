import {
  amount,
  AMOUNT_MAX,
  buyAtRate,
  divideDown,
  divideUp,
  ok,
  orderRate,
  type RateKey,
  rateRatio,
  reject,
  type Result,
  sellAtRate,
  type Side,
  type TokenAmount,
  wholeTokens,
} from '@exchange/core/kernel';
import { MIN_UNITS, type OrderTerms } from '@exchange/core/order';
import { decimalsOf, type TradingRules } from '../account/listing';

export interface BookAmounts {
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
}

/**
 * Book amounts within what is signed: sellBook ≤ sellRemaining (AMOUNT_OUT_OF_RANGE), and a rate not worse for the
 * signer than the signed one (RATE_OUT_OF_RANGE).
 */
export function checkAllowance(
  terms: OrderTerms,
  sellRemaining: TokenAmount,
  book: BookAmounts,
): Result<BookAmounts> {
  if (book.sellBook > sellRemaining) {
    return reject('AMOUNT_OUT_OF_RANGE', `sellBookAmount must be at most the remaining ${sellRemaining}`);
  }
  if (book.sellBook * terms.buyAmount > book.buyBook * terms.sellAmount) {
    return reject('RATE_OUT_OF_RANGE', 'the rate of the book amounts must not be worse than the signed one');
  }
  return ok(book);
}

/**
 * The minimums, which count for signed and for book amounts alike (docs/interface, orders): above 10 000 units of
 * both tokens, the traded token's minOrderAmount, and the market's minOrderAmountQuote at the lower of the own rate
 * and that of the last trade. AMOUNT_TOO_SMALL says which one.
 */
export function checkMinimums(
  market: TradingRules,
  side: Side,
  amounts: BookAmounts,
  lastRate: RateKey | undefined,
): Result<BookAmounts> {
  const { sellBook, buyBook } = amounts;
  if (sellBook <= MIN_UNITS || buyBook <= MIN_UNITS) {
    return reject('AMOUNT_TOO_SMALL', `both amounts must be above ${MIN_UNITS} smallest units`);
  }
  const traded = side === 'buy' ? buyBook : sellBook;
  const quote = side === 'buy' ? sellBook : buyBook;
  const least = market.traded.minOrderAmount;
  if (traded < least) {
    return reject('AMOUNT_TOO_SMALL', `${shown(least, market.traded)} is the least that can be traded`);
  }
  if (quoteValue(market, traded, quote, lastRate) < market.minOrderAmountQuote) {
    const needed = shown(market.minOrderAmountQuote, market.quote);
    return reject(
      'AMOUNT_TOO_SMALL',
      `an order must be worth at least ${needed}, also at the last trade's rate`,
    );
  }
  return ok(amounts);
}

/** Book amounts of which a client named one or both, or the quantity of a pegged order. */
export interface WantedAmounts {
  readonly sellBook?: TokenAmount | undefined;
  readonly buyBook?: TokenAmount | undefined;
}

/**
 * Both book amounts: the one that isn't named follows at the rate that the other two amounts give, rounded for the
 * owner. Without any they are `at`. AMOUNT_OUT_OF_RANGE when the one that follows is too large.
 * @example
 * bothAmounts({ buyBook: 5n }, { sellBook: 30n, buyBook: 10n }) // → ok({ sellBook: 15n, buyBook: 5n })
 */
export function bothAmounts({ sellBook, buyBook }: WantedAmounts, at: BookAmounts): Result<BookAmounts> {
  if (sellBook !== undefined && buyBook !== undefined) return ok({ sellBook, buyBook });
  if (sellBook !== undefined) {
    const follows = divideUp(sellBook * at.buyBook, at.sellBook);
    if (follows > AMOUNT_MAX) return reject('AMOUNT_OUT_OF_RANGE', 'sellBookAmount is too large');
    return ok({ sellBook, buyBook: amount(follows) });
  }
  if (buyBook !== undefined) {
    const follows = divideDown(buyBook * at.sellBook, at.buyBook);
    if (follows > AMOUNT_MAX) return reject('AMOUNT_OUT_OF_RANGE', 'buyBookAmount is too large');
    return ok({ sellBook: amount(follows), buyBook });
  }
  return ok(at);
}

/**
 * Both book amounts of an order that offers nothing: the one that isn't named follows at a rate, its last one in the book,
 * rounded for the owner. AMOUNT_OUT_OF_RANGE when it is too large.
 */
export function amountsAtRate(
  market: TradingRules,
  side: Side,
  { sellBook, buyBook }: WantedAmounts,
  rateKey: RateKey,
): Result<BookAmounts> {
  const rate = rateRatio(rateKey, decimalsOf(market));
  const sell = sellBook ?? sellAtRate(side, buyBook ?? 0n, rate);
  const buy = buyBook ?? buyAtRate(side, sell, rate);
  if (buy > AMOUNT_MAX) return reject('AMOUNT_OUT_OF_RANGE', 'sellBookAmount is too large');
  if (sell > AMOUNT_MAX) return reject('AMOUNT_OUT_OF_RANGE', 'buyBookAmount is too large');
  return ok({ sellBook: amount(sell), buyBook: amount(buy) });
}

/**
 * A pegged order's amounts at the signed rate, rounded for the owner. Only the amount of the traded token can be
 * named, since the other follows the peg (INVALID_FIELD).
 */
export function peggedAmounts(
  side: Side,
  { sellAmount, buyAmount }: Pick<OrderTerms, 'sellAmount' | 'buyAmount'>,
  { sellBook, buyBook }: WantedAmounts,
  at: BookAmounts,
): Result<BookAmounts> {
  const [named, follows] = side === 'buy' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  if ((side === 'buy' ? sellBook : buyBook) !== undefined) {
    return reject(
      'INVALID_FIELD',
      `a pegged order's ${follows}BookAmount follows its rate; set ${named}BookAmount`,
    );
  }
  const signed = { sellBook: sellAmount, buyBook: buyAmount };
  const quantity =
    side === 'buy' ? { buyBook: buyBook ?? at.buyBook } : { sellBook: sellBook ?? at.sellBook };
  return bothAmounts(quantity, signed);
}

/** The rate of book amounts; RATE_OUT_OF_RANGE outside 1e-8 … 8e14. */
export function rateOf(market: TradingRules, side: Side, amounts: BookAmounts): Result<RateKey> {
  const key = orderRate(side, amounts.sellBook, amounts.buyBook, decimalsOf(market));
  return key === undefined ? reject('RATE_OUT_OF_RANGE', 'the rate must be from 1e-8 to 8e14') : ok(key);
}

/**
 * The rate of an order with these book amounts, when they keep to the minimums and to what was signed and isn't
 * matched. `lastRate`: of the market's last trade.
 */
export function approveAmounts(
  market: TradingRules,
  side: Side,
  { terms, sellRemaining }: { readonly terms: OrderTerms; readonly sellRemaining: TokenAmount },
  book: BookAmounts,
  lastRate: RateKey | undefined,
): Result<RateKey> {
  const minimums = checkMinimums(market, side, book, lastRate);
  if (!minimums.ok) return minimums;
  const allowance = checkAllowance(terms, sellRemaining, book);
  if (!allowance.ok) return allowance;
  return rateOf(market, side, book);
}

/** Value in quote units at the lower of the own rate and the last trade's, rounded down. */
function quoteValue(
  market: TradingRules,
  traded: bigint,
  quote: bigint,
  lastRate: RateKey | undefined,
): bigint {
  if (lastRate === undefined) return quote;
  const ratio = rateRatio(lastRate, decimalsOf(market));
  const atLast = divideDown(traded * ratio.numerator, ratio.denominator);
  return atLast < quote ? atLast : quote;
}

const shown = (value: bigint, token: { decimals: number; symbol: string }): string =>
  `${wholeTokens(value, token.decimals)} ${token.symbol}`;
