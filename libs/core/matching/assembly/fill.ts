import { add, addUpTo, addWrapping, atMost, copy, isLess, isZero, set, subtract } from './amount';
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
import { compareProducts } from './products';
import { over, times } from './rate';

/*
 * One trade of a taker with a resting order: the same as `attemptFill`, `contractVerdict` and `progressAfterFill` on
 * whole numbers, which say why. Neither order has a peg.
 */

/** The contract lets a taker lose a unit to rounding only when it gives at least this many (contract: PRICE). */
const ROUNDING_UNITS: u64 = 10_000;

/* What became of an attempt, unless it is PRICE_BROKEN or OVERFILL. */
export const TRADES: i32 = -1;
export const IS_DUST: i32 = -2;
const TOO_SMALL: i32 = -3;

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

/** Tries to trade with an order at its level's rate, and writes what each would give. */
export function attempt(maker: usize, taker: usize, rateKey: i32): i32 {
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
  if (verdict !== TOO_SMALL) return verdict;
  if (isMakerDust) {
    takerLimit(LIMIT, maker, taker, rateKey);
    isTakerDust = !isLess(MAKER_GIVES, LIMIT);
  }
  return IS_DUST;
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
  if (compareProducts(TAKER_GIVES, taker + BUY_AMOUNT, MAKER_GIVES, taker + SELL_AMOUNT) <= 0) return TRADES;
  copy(LIMIT, TAKER_GIVES);
  set(SUM, 1, 0);
  subtract(LIMIT, SUM);
  if (compareProducts(LIMIT, taker + BUY_AMOUNT, MAKER_GIVES, taker + SELL_AMOUNT) >= 0) return PRICE_BROKEN;
  set(SUM, ROUNDING_UNITS, 0);
  return isLess(TAKER_GIVES, SUM) ? TOO_SMALL : TRADES;
}

function exceeds(order: usize, more: usize): bool {
  copy(SUM, order + SOLD);
  return addWrapping(SUM, more) || isLess(order + SELL_AMOUNT, SUM);
}
