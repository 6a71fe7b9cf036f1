import { copy, isEqual, isLess, isZero } from './amount';
import { afterChange, beforeChange, bestRate, enter, leave, sideIndex } from './book';
import {
  attempt,
  isMakerDust,
  isTakerDust,
  IS_DUST,
  MAKER_BUY_BOOK,
  MAKER_GIVES,
  MAKER_SELL_BOOK,
  MAKER_SOLD,
  TAKER_GIVES,
  trade,
  TRADES,
  trimBuy,
} from './fill';
import { find } from './ids';
import { firstOf } from './level';
import {
  account,
  BUY_AMOUNT,
  BUY_BOOK,
  copyOrder,
  execution,
  fees,
  FILL_OR_KILL,
  id,
  IMMEDIATE_OR_CANCEL,
  isSell,
  isUnusual,
  level,
  NONE,
  POST_ONLY,
  SELL_AMOUNT,
  SELL_BOOK,
  setLevel,
  SOLD,
  takeRecord,
} from './order';
import { compareProducts } from './products';
import { bookRate, isExact, NO_RATE } from './rate';
import { NO_KEY, valueOf } from './sorted-keys';
import { amount, begin, carry, DETAIL_SHIFT, DONE, end, RESTED, TRADE, wide, word } from './tape';
import { ACCOUNTS, dropUse, FEES } from './uses';

/*
 * Placing, matching, resting and canceling of usual orders (no stop, no peg, not fill-or-kill): the same rules as
 * `admit`, `enter`, `match` and `cancel`, which make an object for each order. Where only those know what to do, what is
 * found comes back to them.
 */

/* Reasons by number, as in event-kinds.ts. */
const FILLED: u32 = 0;
const DUST: u32 = 1;
const SELF_TRADE: u32 = 2;
const BELOW_MINIMUM: u32 = 3;
const MARKET_CLOSED: u32 = 4;
const POST_ONLY_TAKES: u32 = 8;
const NOT_FILLED_AT_ONCE: u32 = 9;
const NOT_FILLED_WHOLE: u32 = 10;

/* What a call comes to. */
export const FINISHED: i32 = 0;
/** The step has no work left. */
const UNFINISHED: i32 = 1;
/** The next maker is unusual. */
const MEETS_UNUSUAL: i32 = 2;
/** A trade happened, and somebody waits to hear of each. */
const TRADED: i32 = 3;
/** The next level may be outside of the price band. */
const NEXT_LEVEL: i32 = 4;
const IS_OPEN: i32 = 5;
const EXCEEDS_SIGNED: i32 = 6;
const HAS_NO_RATE: i32 = 7;
export const IS_EXPIRED: i32 = 8;
/** FINISHED, and something was traded. */
export const FINISHED_TRADING: i32 = 9;
/** PRICE_BROKEN or OVERFILL is added. */
const IS_BROKEN: i32 = 16;

/* What the market's state has besides the book; TypeScript writes and reads some of it here. */
export const MARKET: usize = memory.data(80, 16);
const WORK_LEFT: usize = 0;
const LAST_RATE: usize = 4;
const TRADE_COUNT: usize = 8;
const TRADE_TIME: usize = 16;
const INDEX: usize = 24;
const MINIMUM: usize = 32;
const MINIMUM_QUOTE: usize = 48;
/** Whether to come back after each trade, and before each level. */
const TELLS_TRADES: usize = 64;
const TELLS_LEVELS: usize = 68;
/** The order that was met, the rate of the level that comes, and of the one that is within the band. */
const MET: usize = 72;
const MET_RATE: usize = 72;
const ALLOWED_RATE: usize = 76;

const TRADE_ID_BITS: u64 = 40;

/** What the market's state is before anything is placed or swept: units of work, what waits to hear of trades, and so on. */
export function setState(workLeft: u32, tellsTrades: bool, tradeCount: f64, tradeTime: f64): void {
  store<u32>(MARKET, workLeft, WORK_LEFT);
  store<u32>(MARKET, tellsTrades ? 1 : 0, TELLS_TRADES);
  store<f64>(MARKET, tradeCount, TRADE_COUNT);
  store<f64>(MARKET, tradeTime, TRADE_TIME);
}

/** Whether there are more trades than these. */
export function hasTraded(tradeCount: f64): bool {
  return load<f64>(MARKET, TRADE_COUNT) !== tradeCount;
}

/**
 * Lets in an order that is in no book yet, with its uses of account and fee terms: it is matched, and what is left of it
 * rests. Otherwise what it comes to. @param isClosed whether the market trades nothing now
 */
export function place(order: usize, isClosed: bool): i32 {
  store<i32>(MARKET, NO_RATE, ALLOWED_RATE);
  if (find(id(order)) !== NONE) return IS_OPEN;
  if (!isWithinSigned(order)) return EXCEEDS_SIGNED;
  const sells = isSell(order);
  const rateKey = bookRate(
    sells,
    order + (sells ? SELL_BOOK : BUY_BOOK),
    order + (sells ? BUY_BOOK : SELL_BOOK),
  );
  if (rateKey === NO_RATE) return HAS_NO_RATE;
  setLevel(order, rateKey);
  const best = bestRate(!sells);
  if (best === NO_KEY || (sells ? rateKey > best : rateKey < best)) return rest(order, sells || isExact);
  if (isClosed) return close(order, MARKET_CLOSED);
  if (execution(order) === POST_ONLY) return close(order, POST_ONLY_TAKES);
  return sweep(order);
}

/** It offers no more than was signed, and at no worse rate. */
function isWithinSigned(order: usize): bool {
  if (isZero(order + BUY_AMOUNT)) return false;
  if (isEqual(order + SELL_BOOK, order + SELL_AMOUNT) && isEqual(order + BUY_BOOK, order + BUY_AMOUNT))
    return true;
  if (isLess(order + SELL_AMOUNT, order + SELL_BOOK)) return false;
  return compareProducts(order + SELL_BOOK, order + BUY_AMOUNT, order + BUY_BOOK, order + SELL_AMOUNT) <= 0;
}

/** Matches a taker, whose rate key is where a resting order's level is, as far as it can be, and rests or closes it. */
export function sweep(taker: usize): i32 {
  const sells = isSell(taker);
  const rateKey = <i32>level(taker);
  while (true) {
    if (isExhausted(taker + SELL_BOOK, taker + BUY_BOOK)) return close(taker, FILLED);
    const best = bestRate(!sells);
    if (best === NO_KEY || (sells ? rateKey > best : rateKey < best)) return rest(taker, false);
    if (load<u32>(MARKET, TELLS_LEVELS) !== 0 && load<i32>(MARKET, ALLOWED_RATE) !== best) {
      store<i32>(MARKET, best, MET_RATE);
      return NEXT_LEVEL;
    }
    const workLeft = load<u32>(MARKET, WORK_LEFT);
    if (workLeft === 0) return UNFINISHED;
    store<u32>(MARKET, workLeft - 1, WORK_LEFT);
    const maker = firstOf(valueOf(sideIndex(!sells), best));
    if (isUnusual(maker)) {
      store<u32>(MARKET, <u32>maker, MET);
      return MEETS_UNUSUAL;
    }
    if (account(maker) === account(taker)) closeResting(maker, SELF_TRADE);
    else {
      const outcome = meet(maker, taker, best, rateKey);
      if (outcome !== RESUMES) return outcome;
    }
  }
}

/** The taker goes on. */
const RESUMES: i32 = -1;

/** Trades with a usual order, or closes one of the two. */
function meet(maker: usize, taker: usize, makerRate: i32, takerRate: i32): i32 {
  const attempted = attempt(maker, taker, makerRate);
  if (attempted === IS_DUST) {
    if (isMakerDust) closeResting(maker, dustReason(maker));
    return isTakerDust ? close(taker, dustReason(taker)) : RESUMES;
  }
  if (attempted !== TRADES) {
    store<u32>(MARKET, <u32>maker, MET);
    return IS_BROKEN + attempted;
  }
  trade(maker, taker, makerRate, takerRate);
  store<f64>(MARKET, load<f64>(MARKET, TRADE_COUNT) + 1, TRADE_COUNT);
  store<i32>(MARKET, makerRate, LAST_RATE);
  tellTrade(maker, taker, makerRate);
  if (isExhausted(MAKER_SELL_BOOK, MAKER_BUY_BOOK)) closeResting(maker, FILLED);
  else if (isBelowMinimum(!isSell(maker), MAKER_SELL_BOOK, MAKER_BUY_BOOK))
    closeResting(maker, BELOW_MINIMUM);
  else {
    beforeChange(maker);
    copy(maker + SOLD, MAKER_SOLD);
    copy(maker + SELL_BOOK, MAKER_SELL_BOOK);
    copy(maker + BUY_BOOK, MAKER_BUY_BOOK);
    afterChange(maker);
  }
  return load<u32>(MARKET, TELLS_TRADES) !== 0 ? TRADED : RESUMES;
}

function isExhausted(sellBook: usize, buyBook: usize): bool {
  return isZero(sellBook) || isZero(buyBook);
}

/** A rest too small to trade counts as filled once the order has traded. */
function dustReason(order: usize): u32 {
  return isZero(order + SOLD) ? DUST : FILLED;
}

/** The quantity, or what it is worth in quote units, is too small to stay after a fill. */
function isBelowMinimum(isBuy: bool, sellBook: usize, buyBook: usize): bool {
  return (
    isLess(isBuy ? buyBook : sellBook, MARKET + MINIMUM) ||
    isLess(isBuy ? sellBook : buyBook, MARKET + MINIMUM_QUOTE)
  );
}

function tellTrade(maker: usize, taker: usize, rateKey: i32): void {
  const sells = isSell(taker);
  const count = <u64>load<f64>(MARKET, TRADE_COUNT);
  if (count >> TRADE_ID_BITS !== 0) unreachable();
  let at = begin(TRADE | ((sells ? 1 : 0) << DETAIL_SHIFT));
  at = wide(at, ((<u64>load<u32>(MARKET, INDEX)) << TRADE_ID_BITS) + count);
  at = wide(at, <u64>load<f64>(MARKET, TRADE_TIME));
  at = word(at, rateKey);
  at = wide(at, id(maker));
  at = wide(at, id(taker));
  at = amount(at, sells ? TAKER_GIVES : MAKER_GIVES);
  at = amount(at, sells ? MAKER_GIVES : TAKER_GIVES);
  at = amount(at, MAKER_SELL_BOOK);
  at = amount(at, MAKER_BUY_BOOK);
  at = amount(at, taker + SELL_BOOK);
  end(amount(at, taker + BUY_BOOK));
  carry(account(maker));
  carry(fees(maker));
  carry(account(taker));
  carry(fees(taker));
}

/** Lets what is left of an order into the book, or closes it. @param isTrimmed whether it offers no more than it needs */
function rest(order: usize, isTrimmed: bool): i32 {
  const rateKey = <i32>level(order);
  if (!isTrimmed && !isSell(order)) trimBuy(order + SELL_BOOK, order + BUY_BOOK, rateKey);
  if (isExhausted(order + SELL_BOOK, order + BUY_BOOK)) return close(order, dustReason(order));
  if (execution(order) === IMMEDIATE_OR_CANCEL) return close(order, NOT_FILLED_AT_ONCE);
  if (execution(order) === FILL_OR_KILL) return close(order, NOT_FILLED_WHOLE);
  if (!isZero(order + SOLD) && isBelowMinimum(!isSell(order), order + SELL_BOOK, order + BUY_BOOK)) {
    return close(order, BELOW_MINIMUM);
  }
  const resting = takeRecord();
  copyOrder(resting, order);
  enter(resting, rateKey);
  let at = begin(RESTED | ((isSell(order) ? 1 : 0) << DETAIL_SHIFT));
  at = wide(at, id(order));
  at = word(at, rateKey);
  at = amount(at, order + SELL_BOOK);
  end(amount(at, order + BUY_BOOK));
  carry(account(order));
  return FINISHED;
}

/** Takes a resting order out, which is usual, and says why. */
export function closeResting(order: usize, reason: u32): void {
  close(order, reason);
  leave(order);
}

/** Says why an order in no book is no longer open, and ends its uses. */
export function close(order: usize, reason: u32): i32 {
  end(wide(begin(DONE | (reason << DETAIL_SHIFT)), id(order)));
  carry(account(order));
  dropUses(order);
  return FINISHED;
}

/** Ends an order's uses of its account and fee terms. */
export function dropUses(order: usize): void {
  dropUse(ACCOUNTS, account(order));
  dropUse(FEES, fees(order));
}
