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
import type { MarketState } from '../market/market-state';
import { takersKeepTerms } from '../market/rules-version';
import { type ContractVerdict, contractVerdict, isWithinUnit } from './contract-conditions';
import { OFFER_UNITS } from './dust';
import { largestKeeping } from './keeping-amount';
import type { OpenOrder, OrderProgress } from '../order/open-order';

/** What comes of trying to trade two orders whose rates cross. */
export type FillAttempt =
  | { readonly kind: 'trade'; readonly makerGives: TokenAmount; readonly takerGives: TokenAmount }
  /** The orders that end, as no amount of them could trade: at least one of the two. */
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
 * rate. Rounding down on either side would break settlement with tokens of few decimals. Where rounding up breaks
 * what the taker signed, a is the largest smaller amount that keeps it (docs/decisions, terms-to-the-unit).
 */
export function attemptFill(maker: OpenOrder, taker: OpenOrder, rules: FillRules): FillAttempt {
  const traded = rateRatio(maker.rateKey, rules.decimals);
  // Units of the taker's sold token for each unit of the maker's.
  const price = maker.side === 'sell' ? traded : inverse(traded);
  const mostFromTaker = timesDown(taker.sellBook, inverse(price));
  const makerLimit =
    maker.side === 'sell'
      ? maker.sellBook
      : minAmount<bigint>(maker.sellBook, timesDown(maker.buyBook, inverse(price)));
  const takerLimit = taker.side === 'buy' ? minAmount<bigint>(taker.buyBook, mostFromTaker) : mostFromTaker;
  const makerGives = minAmount<bigint>(makerLimit, takerLimit);
  const bounding = { maker: makerLimit <= takerLimit, taker: takerLimit <= makerLimit };
  if (makerGives === 0n) return { kind: 'dust', ...bounding };
  const most = { maker, taker, makerGives, takerGives: timesUp(makerGives, price) };
  const verdict = verdictOn(most);
  if (verdict !== 'taker_loses') return attemptOf(most, verdict);
  return takersKeepTerms(rules) ? keepTerms(most, price, bounding) : loseUnit(most, bounding);
}

/** What of a market bears on a fill. */
export type FillRules = Pick<MarketState, 'decimals' | 'rulesVersion'>;

/** Two orders, and what either would give. */
interface Gives {
  readonly maker: OpenOrder;
  readonly taker: OpenOrder;
  readonly makerGives: bigint;
  readonly takerGives: bigint;
}

/** Whose own rest bounds what they could exchange. */
interface Bounding {
  readonly maker: boolean;
  readonly taker: boolean;
}

const verdictOn = ({ maker, taker, makerGives, takerGives }: Gives) =>
  contractVerdict(maker, taker, makerGives, takerGives);

/** A condition that is broken on rates that cross is a defect. */
function attemptOf({ maker, taker, makerGives, takerGives }: Gives, verdict: ContractVerdict): FillAttempt {
  if (verdict === 'settles')
    return { kind: 'trade', makerGives: amount(makerGives), takerGives: amount(takerGives) };
  const broken = verdict === 'overfill' ? verdict : 'price_broken';
  const reason = `${broken}: maker ${maker.orderId} would give ${makerGives}, taker ${taker.orderId} ${takerGives}`;
  return { kind: 'defect', reason };
}

/**
 * Trades as much less as the taker's signed ratio asks for. When no amount keeps it, a rest that bounds the trade is dust. But
 * a maker's that could be offered anew stays for others, whatever this taker signed: the taker leaves.
 */
function keepTerms(most: Gives, price: Ratio, bounding: Bounding): FillAttempt {
  const { sellAmount, buyAmount } = most.taker;
  if (price.numerator * buyAmount > sellAmount * price.denominator) return attemptOf(most, 'price_broken');
  const makerGives = largestKeeping(most.makerGives, price, {
    numerator: sellAmount,
    denominator: buyAmount,
  });
  if (makerGives > 0n) {
    const kept = { ...most, makerGives, takerGives: timesUp(makerGives, price) };
    return attemptOf(kept, verdictOn(kept));
  }
  const isSmall = minAmount(most.makerGives, most.takerGives) <= OFFER_UNITS;
  const maker = bounding.maker && isSmall;
  return { kind: 'dust', maker, taker: bounding.taker || !maker };
}

/** Until version 3 of the rules: the taker loses the unit, if it is one of 10 000 or more. */
function loseUnit(most: Gives, bounding: Bounding): FillAttempt {
  if (!isWithinUnit(most.taker, most.makerGives, most.takerGives)) return attemptOf(most, 'price_broken');
  return most.takerGives >= OFFER_UNITS ? attemptOf(most, 'settles') : { kind: 'dust', ...bounding };
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
