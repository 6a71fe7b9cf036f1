import { add, addUpTo, addWrapping, atMost, copy, isLess, isZero, set, subtract } from './arithmetic/amount';
import {
  AMOUNT_SIZE,
  BOUGHT,
  BUY_AMOUNT,
  BUY_BOOK,
  OVERFILL,
  PRICE_BROKEN,
  SELL_AMOUNT,
  SELL_BOOK,
  SOLD,
} from './border';
import { isSell } from './order';
import { largestKeeping } from './arithmetic/keeping-amount';
import { compareProducts } from './arithmetic/products';
import { over, ratio, times } from './arithmetic/rate';

/*
 * One trade of a taker with a resting order: the same as `attemptFill`, `contractVerdict` and `progressAfterFill` on
 * whole numbers, which say why. Neither order has a peg.
 */

/** An offer is of more than this many units. */
const OFFER_UNITS: u64 = 10_000;

/* What became of an attempt, unless it is PRICE_BROKEN or OVERFILL. */
export const TRADES: i32 = -1;
export const IS_DUST: i32 = -2;
const TAKER_LOSES: i32 = -3;

/** What the maker and the taker give, of the last attempt. */
export const MAKER_GIVES: usize = memory.data(32, 16);
export const TAKER_GIVES: usize = MAKER_GIVES + AMOUNT_SIZE;
/** The maker's numbers after the last trade; its record stays as it was. */
export const MAKER_SOLD: usize = memory.data(16, 16);
export const MAKER_BOUGHT: usize = memory.data(16, 16);
export const MAKER_SELL_BOOK: usize = memory.data(16, 16);
export const MAKER_BUY_BOOK: usize = memory.data(16, 16);
/** Whose own rest is too small, when the attempt comes to dust. */
export let isMakerDust: bool = false;
export let isTakerDust: bool = false;

const LIMIT: usize = memory.data(16, 16);
const SUM: usize = memory.data(16, 16);

/**
 * Tries to trade with an order at its level's rate, and writes what each would give.
 * @param keepsTerms whether the taker gets what it signed to the last unit
 */
export function attempt(maker: usize, taker: usize, rateKey: i32, keepsTerms: bool): i32 {
  copy(MAKER_GIVES, maker + SELL_BOOK);
  const isAmount = price(maker, rateKey);
  isMakerDust = isAmount && !isLess(taker + SELL_BOOK, TAKER_GIVES) && fits(maker, taker);
  isTakerDust = true;
  if (!isMakerDust) {
    takerLimit(MAKER_GIVES, maker, taker, rateKey);
    if (isZero(MAKER_GIVES)) return IS_DUST;
    price(maker, rateKey);
  }
  const verdict = verdictOn(maker, taker);
  if (verdict !== TAKER_LOSES) return verdict;
  return keepsTerms ? keepTerms(maker, taker, rateKey) : loseUnit(maker, taker, rateKey);
}

const NUMERATOR: usize = memory.data(16, 16);
const DENOMINATOR: usize = memory.data(16, 16);
const KEPT: usize = memory.data(16, 16);

/** Trades as much less as the taker's signed ratio asks for. */
function keepTerms(maker: usize, taker: usize, rateKey: i32): i32 {
  if (!writePrice(maker, rateKey)) {
    // A whole number of the taker's units for one is exact; one unit for more than an amount keeps nothing.
    return isSell(maker) ? PRICE_BROKEN : leaveRest(maker, taker, rateKey);
  }
  if (compareProducts(NUMERATOR, taker + BUY_AMOUNT, taker + SELL_AMOUNT, DENOMINATOR) > 0)
    return PRICE_BROKEN;
  copy(KEPT, MAKER_GIVES);
  largestKeeping(KEPT, TAKER_GIVES, NUMERATOR, DENOMINATOR, taker + SELL_AMOUNT, taker + BUY_AMOUNT);
  if (isZero(KEPT)) return leaveRest(maker, taker, rateKey);
  copy(MAKER_GIVES, KEPT);
  price(maker, rateKey);
  const verdict = verdictOn(maker, taker);
  return verdict === TAKER_LOSES ? PRICE_BROKEN : verdict;
}

/** No amount keeps what the taker signed: a maker's rest that could be offered anew stays for others. */
function leaveRest(maker: usize, taker: usize, rateKey: i32): i32 {
  set(SUM, OFFER_UNITS, 0);
  const isSmall = !isLess(SUM, MAKER_GIVES) || !isLess(SUM, TAKER_GIVES);
  isMakerDust = isMakerDust && isSmall;
  return endRests(maker, taker, rateKey);
}

/** Until version 3 of the rules: the taker loses the unit, if it is one of 10 000 or more. */
function loseUnit(maker: usize, taker: usize, rateKey: i32): i32 {
  copy(LIMIT, TAKER_GIVES);
  set(SUM, 1, 0);
  subtract(LIMIT, SUM);
  if (compareProducts(LIMIT, taker + BUY_AMOUNT, MAKER_GIVES, taker + SELL_AMOUNT) >= 0) return PRICE_BROKEN;
  set(SUM, OFFER_UNITS, 0);
  return isLess(TAKER_GIVES, SUM) ? endRests(maker, taker, rateKey) : TRADES;
}

/** The taker's rest is dust too where it bounds the trade as well. */
function endRests(maker: usize, taker: usize, rateKey: i32): i32 {
  if (isMakerDust) {
    takerLimit(LIMIT, maker, taker, rateKey);
    isTakerDust = !isLess(MAKER_GIVES, LIMIT);
  }
  return IS_DUST;
}

/** The taker's units for the maker's; false when a number is beyond amounts. */
function writePrice(maker: usize, rateKey: i32): bool {
  return isSell(maker) ? ratio(NUMERATOR, DENOMINATOR, rateKey) : ratio(DENOMINATOR, NUMERATOR, rateKey);
}

/** Moves both on by what they give: the taker in its record, the maker's numbers beside it. */
export function trade(maker: usize, taker: usize, makerRate: i32, takerRate: i32): void {
  copy(MAKER_SOLD, maker + SOLD);
  copy(MAKER_BOUGHT, maker + BOUGHT);
  copy(MAKER_SELL_BOOK, maker + SELL_BOOK);
  copy(MAKER_BUY_BOOK, maker + BUY_BOOK);
  add(MAKER_SOLD, MAKER_GIVES);
  addUpTo(MAKER_BOUGHT, TAKER_GIVES);
  subtract(MAKER_SELL_BOOK, MAKER_GIVES);
  add(taker + SOLD, TAKER_GIVES);
  addUpTo(taker + BOUGHT, MAKER_GIVES);
  subtract(taker + SELL_BOOK, TAKER_GIVES);
  if (isSell(maker)) {
    trimSell(MAKER_SELL_BOOK, MAKER_BUY_BOOK, makerRate);
    subtract(taker + BUY_BOOK, MAKER_GIVES);
    trimBuy(taker + SELL_BOOK, taker + BUY_BOOK, takerRate);
  } else {
    subtract(MAKER_BUY_BOOK, TAKER_GIVES);
    trimBuy(MAKER_SELL_BOOK, MAKER_BUY_BOOK, makerRate);
    trimSell(taker + SELL_BOOK, taker + BUY_BOOK, takerRate);
  }
}

/** A buy offers at most as much as its rate needs. */
export function trimBuy(sellBook: usize, buyBook: usize, rateKey: i32): void {
  if (isZero(sellBook)) return;
  times(LIMIT, buyBook, rateKey, false);
  atMost(sellBook, LIMIT);
}

/** A sell asks at most for what its remainder brings at its rate. */
function trimSell(sellBook: usize, buyBook: usize, rateKey: i32): void {
  if (isZero(sellBook)) {
    set(buyBook, 0, 0);
    return;
  }
  times(LIMIT, sellBook, rateKey, true);
  atMost(buyBook, LIMIT);
}

/** What the taker gives for what the maker would; false when it is beyond amounts. */
function price(maker: usize, rateKey: i32): bool {
  return isSell(maker)
    ? times(TAKER_GIVES, MAKER_GIVES, rateKey, true)
    : over(TAKER_GIVES, MAKER_GIVES, rateKey, true);
}

/** Whether a buying taker takes this much. */
function fits(maker: usize, taker: usize): bool {
  return !isSell(maker) || !isLess(taker + BUY_BOOK, MAKER_GIVES);
}

/** The most that the taker's offer suffices for. */
function takerLimit(limit: usize, maker: usize, taker: usize, rateKey: i32): void {
  if (isSell(maker)) {
    over(limit, taker + SELL_BOOK, rateKey, false);
    atMost(limit, taker + BUY_BOOK);
  } else times(limit, taker + SELL_BOOK, rateKey, false);
}

function verdictOn(maker: usize, taker: usize): i32 {
  if (exceeds(maker, MAKER_GIVES) || exceeds(taker, TAKER_GIVES)) return OVERFILL;
  if (compareProducts(MAKER_GIVES, maker + BUY_AMOUNT, TAKER_GIVES, maker + SELL_AMOUNT) > 0)
    return PRICE_BROKEN;
  const keeps = compareProducts(TAKER_GIVES, taker + BUY_AMOUNT, MAKER_GIVES, taker + SELL_AMOUNT) <= 0;
  return keeps ? TRADES : TAKER_LOSES;
}

function exceeds(order: usize, more: usize): bool {
  copy(SUM, order + SOLD);
  return addWrapping(SUM, more) || isLess(order + SELL_AMOUNT, SUM);
}
