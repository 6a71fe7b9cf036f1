import {
  amount,
  AMOUNT_MAX,
  divideDown,
  divideUp,
  minAmount,
  rateRatio,
  type MarketDecimals,
  type Ratio,
  type TokenAmount,
} from '@exchange/core/kernel';
import { contractVerdict } from './contract-conditions';
import type { OpenOrder, OrderProgress } from '../order/open-order';

/** What comes of trying to trade two orders whose rates cross. */
export type FillAttempt =
  | { readonly kind: 'trade'; readonly makerGives: TokenAmount; readonly takerGives: TokenAmount }
  /** The orders whose own rest is too small to trade: at least one of the two. */
  | { readonly kind: 'dust'; readonly maker: boolean; readonly taker: boolean }
  | { readonly kind: 'defect'; readonly reason: string };

/** amount·rate, rounded down. */
const timesDown = (value: bigint, r: Ratio) => divideDown(value * r.numerator, r.denominator);
/** amount·rate, rounded up. */
const timesUp = (value: bigint, r: Ratio) => divideUp(value * r.numerator, r.denominator);
const inverse = (r: Ratio): Ratio => ({ numerator: r.denominator, denominator: r.numerator });

/**
 * One trade at the maker's rate r, exactly (design: matching, one trade). The maker gives a, the taker b: the
 * largest a for which both book amounts and both quantities suffice, and b = ceil(a·r) quote units when the maker
 * sells the traded token, ceil(a/r) traded units when it sells the quote token. So the maker gets at least its
 * rate and the taker loses less than one smallest unit. Rounding down on either side would break settlement with
 * tokens of few decimals.
 */
export function attemptFill(maker: OpenOrder, taker: OpenOrder, decimals: MarketDecimals): FillAttempt {
  const traded = rateRatio(maker.rateKey, decimals);
  // Units of the taker's sold token for each unit of the maker's.
  const price = maker.side === 'sell' ? traded : inverse(traded);
  const mostFromTaker = timesDown(taker.sellBook, inverse(price));
  const makerLimit =
    maker.side === 'sell'
      ? maker.sellBook
      : minAmount<bigint>(maker.sellBook, timesDown(maker.buyBook, inverse(price)));
  const takerLimit = taker.side === 'buy' ? minAmount<bigint>(taker.buyBook, mostFromTaker) : mostFromTaker;
  const makerGives = minAmount<bigint>(makerLimit, takerLimit);
  const dust = { kind: 'dust', maker: makerLimit <= takerLimit, taker: takerLimit <= makerLimit } as const;
  if (makerGives === 0n) return dust;
  const takerGives = timesUp(makerGives, price);
  const verdict = contractVerdict(maker, taker, makerGives, takerGives);
  switch (verdict) {
    case 'settles':
      return { kind: 'trade', makerGives: amount(makerGives), takerGives: amount(takerGives) };
    case 'too_small':
      return dust;
    case 'price_broken':
    case 'overfill':
      return {
        kind: 'defect',
        reason: `${verdict}: maker ${maker.orderId} would give ${makerGives}, taker ${taker.orderId} ${takerGives}`,
      };
  }
}

/**
 * An order's progress after it gave `sold` and got `bought`. A buy then offers at most floor(buyBook·r), so a better
 * rate frees the difference; a sell's buyBook stays what its remainder would bring at its own rate.
 */
export function progressAfterFill(
  order: OpenOrder,
  sold: TokenAmount,
  bought: TokenAmount,
  decimals: MarketDecimals,
): OrderProgress {
  // At better rates than signed it may get more than any amount; that all of it is bought is clear long before.
  const allBought = amount(minAmount<bigint>(order.bought + bought, AMOUNT_MAX));
  const totals = { sold: amount(order.sold + sold), bought: allBought };
  const sellBook = amount(order.sellBook - sold);
  const held = amount(order.held - sold);
  if (order.side === 'buy') {
    return trimmedBuy(
      { ...order, ...totals, sellBook, buyBook: amount(order.buyBook - bought), held },
      decimals,
    );
  }
  const quoteValue = timesUp(sellBook, rateRatio(order.rateKey, decimals));
  return {
    ...totals,
    sellBook,
    buyBook: amount(minAmount<bigint>(order.buyBook, quoteValue)),
    held: sellBook,
  };
}

/** An order's progress when it enters the book: a buy offers at most floor(buyBook·r). */
export function progressWhenResting(order: OpenOrder, decimals: MarketDecimals): OrderProgress {
  return order.side === 'sell' ? order : trimmedBuy(order, decimals);
}

/** What a buy offers and keeps held: as much as its rate needs, or, pegged, as the signed rate would need. */
function trimmedBuy(order: OpenOrder, decimals: MarketDecimals): OrderProgress {
  const { sold, bought, buyBook } = order;
  const needed = timesDown(buyBook, rateRatio(order.rateKey, decimals));
  const sellBook = amount(minAmount<bigint>(order.sellBook, needed));
  const atSigned = divideDown(buyBook * order.sellAmount, order.buyAmount);
  const held = order.peg === undefined ? sellBook : amount(minAmount<bigint>(order.held, atSigned));
  return { sold, bought, sellBook, buyBook, held };
}
