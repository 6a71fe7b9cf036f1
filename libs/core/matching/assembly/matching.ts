import { copy, isEqual, isLess, isZero, subtract } from './arithmetic/amount';
import { afterChange, beforeChange, bestRate, enter, leave, sideIndex } from './book';
import {
  ALLOWED_RATE,
  BOUGHT,
  BUY_AMOUNT,
  BUY_BOOK,
  DETAIL_SHIFT,
  DONE_BELOW_MINIMUM,
  DONE_DUST,
  DONE_FILL_OR_KILL,
  DONE_FILLED,
  DONE_IMMEDIATE_OR_CANCEL,
  DONE_POST_ONLY,
  DONE_SELF_TRADE,
  EVENT_DONE,
  EVENT_RESTED,
  EVENT_TRADE,
  FILL_OR_KILL,
  IMMEDIATE_OR_CANCEL,
  KEEPS_TERMS,
  LAST_RATE,
  MAKER_USED_UP,
  MARKET_BYTES,
  MARKET_INDEX,
  MATCHED,
  MEETS_CONDITIONAL,
  MET,
  MINIMUM,
  MINIMUM_QUOTE,
  NEXT_LEVEL,
  NO_RATE,
  POST_ONLY,
  REASON,
  REFUSED,
  SELL_AMOUNT,
  SELL_BOOK,
  SOLD,
  TAKER_USED_UP,
  TELLS_LEVELS,
  TELLS_TRADES,
  TRADE_COUNT,
  TRADE_TIME,
  TRADED,
  UNFINISHED,
  WORK_LEFT,
} from './border';
import {
  attempt,
  isMakerDust,
  isTakerDust,
  IS_DUST,
  MAKER_BOUGHT,
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
  copyOrder,
  execution,
  fees,
  id,
  isConditional,
  isSell,
  level,
  NONE,
  quantity,
  setLevel,
  takeRecord,
} from './order';
import { compareProducts } from './arithmetic/products';
import { bookRate, isExact } from './arithmetic/rate';
import { NO_KEY, valueOf } from './sorted-keys';
import { amount, begin, carry, end, wide, word } from './tape';
import { ACCOUNTS, dropUse, FEES } from './uses';

/*
 * Placing, matching, resting and canceling of plain orders (no stop, no peg, not fill-or-kill): the same rules as
 * `admit`, `enter`, `match` and `cancel`, which make an object for each order. Where only those know what to do, what is
 * found comes back to them.
 */

/** What the market's state has besides the book; TypeScript writes and reads some of it here. */
export const MARKET: usize = memory.data(MARKET_BYTES, 16);

const TRADE_ID_BITS: u64 = 40;

/** What the market's state is before anything is placed or swept: units of work, what waits to hear of trades, and so on. */
export function setState(workLeft: u32, tellsTrades: bool, tradeCount: f64, tradeTime: f64): void {
  store<u32>(MARKET, workLeft, WORK_LEFT);
  store<u32>(MARKET, tellsTrades ? 1 : 0, TELLS_TRADES);
  store<f64>(MARKET, tradeCount, TRADE_COUNT);
  store<f64>(MARKET, tradeTime, TRADE_TIME);
}

/**
 * Lets in an order that is in no book yet, with its uses of account and fee terms: it is matched, and what is left of it
 * rests. Otherwise what it comes to. The market is open.
 */
export function admit(order: usize): i32 {
  store<i32>(MARKET, NO_RATE, ALLOWED_RATE);
  if (find(id(order)) !== NONE || !isWithinSigned(order)) return REFUSED;
  const sells = isSell(order);
  const rateKey = bookRate(
    sells,
    order + (sells ? SELL_BOOK : BUY_BOOK),
    order + (sells ? BUY_BOOK : SELL_BOOK),
  );
  if (rateKey === NO_RATE) return REFUSED;
  setLevel(order, rateKey);
  const best = bestRate(!sells);
  if (best === NO_KEY || (sells ? rateKey > best : rateKey < best))
    return enterRemainder(order, sells || isExact);
  if (execution(order) === POST_ONLY) return endOrder(order, DONE_POST_ONLY);
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
    if (isExhausted(taker + SELL_BOOK, taker + BUY_BOOK)) return endUsedUp(taker, DONE_FILLED);
    const best = bestRate(!sells);
    if (best === NO_KEY || (sells ? rateKey > best : rateKey < best)) return enterRemainder(taker, false);
    if (load<u32>(MARKET, TELLS_LEVELS) !== 0 && load<i32>(MARKET, ALLOWED_RATE) !== best) {
      store<i32>(MARKET, best, MET);
      return NEXT_LEVEL;
    }
    const workLeft = load<u32>(MARKET, WORK_LEFT);
    if (workLeft === 0) return UNFINISHED;
    store<u32>(MARKET, workLeft - 1, WORK_LEFT);
    const maker = firstOf(valueOf(sideIndex(!sells), best));
    if (isConditional(maker)) {
      store<u32>(MARKET, <u32>maker, MET);
      return MEETS_CONDITIONAL;
    }
    if (account(maker) === account(taker)) endResting(maker, DONE_SELF_TRADE);
    else {
      const outcome = meet(maker, taker, best, rateKey);
      if (outcome !== RESUMES) return outcome;
    }
  }
}

/** The taker goes on. */
const RESUMES: i32 = -1;

/** Trades with a plain order, or closes one of the two. */
function meet(maker: usize, taker: usize, makerRate: i32, takerRate: i32): i32 {
  const attempted = attempt(maker, taker, makerRate, keepsTerms());
  if (attempted === IS_DUST) {
    const isLeft =
      (isMakerDust && hasMore(maker, maker + SOLD, maker + BOUGHT, maker + SELL_BOOK, maker + BUY_BOOK)) ||
      (isTakerDust && takerHasMore(taker));
    if (isLeft) {
      store<u32>(MARKET, <u32>maker, MET);
      return MEETS_CONDITIONAL;
    }
    if (isMakerDust) endResting(maker, dustReason(maker));
    return isTakerDust ? endOrder(taker, dustReason(taker)) : RESUMES;
  }
  if (attempted !== TRADES) {
    store<u32>(MARKET, <u32>maker, MET);
    return attempted;
  }
  trade(maker, taker, makerRate, takerRate);
  store<f64>(MARKET, load<f64>(MARKET, TRADE_COUNT) + 1, TRADE_COUNT);
  store<i32>(MARKET, makerRate, LAST_RATE);
  tellTrade(maker, taker, makerRate);
  const isUsedUp = isExhausted(MAKER_SELL_BOOK, MAKER_BUY_BOOK);
  if (isUsedUp || isBelowMinimum(!isSell(maker), MAKER_SELL_BOOK, MAKER_BUY_BOOK)) {
    const reason = isUsedUp ? DONE_FILLED : DONE_BELOW_MINIMUM;
    if (hasMore(maker, MAKER_SOLD, MAKER_BOUGHT, MAKER_SELL_BOOK, MAKER_BUY_BOOK)) {
      progressMaker(maker);
      store<u32>(MARKET, <u32>maker, MET);
      store<u32>(MARKET, reason, REASON);
      return MAKER_USED_UP;
    }
    endResting(maker, reason);
  } else progressMaker(maker);
  return load<u32>(MARKET, TELLS_TRADES) !== 0 ? TRADED : RESUMES;
}

/** Gives a resting order its numbers after a trade. */
function progressMaker(maker: usize): void {
  beforeChange(maker);
  copy(maker + SOLD, MAKER_SOLD);
  copy(maker + BOUGHT, MAKER_BOUGHT);
  copy(maker + SELL_BOOK, MAKER_SELL_BOOK);
  copy(maker + BUY_BOOK, MAKER_BUY_BOOK);
  afterChange(maker);
}

const LEFT: usize = memory.data(16, 16);

/** Whether more of the traded token is signed and not matched than it offers: `unmatchedQuantity` says how much. */
function hasMore(order: usize, sold: usize, bought: usize, sellBook: usize, buyBook: usize): bool {
  if (!isLess(sold, order + SELL_AMOUNT)) return false;
  if (isSell(order)) {
    copy(LEFT, order + SELL_AMOUNT);
    subtract(LEFT, sold);
    return isLess(sellBook, LEFT);
  }
  if (!isLess(bought, order + BUY_AMOUNT)) return false;
  copy(LEFT, order + BUY_AMOUNT);
  subtract(LEFT, bought);
  return isLess(buyBook, LEFT);
}

function takerHasMore(order: usize): bool {
  return hasMore(order, order + SOLD, order + BOUGHT, order + SELL_BOOK, order + BUY_BOOK);
}

/** Ends an order in no book for this reason, unless more of it is signed. */
function endUsedUp(order: usize, reason: u32): i32 {
  if (!takerHasMore(order)) return endOrder(order, reason);
  store<u32>(MARKET, reason, REASON);
  return TAKER_USED_UP;
}

function isExhausted(sellBook: usize, buyBook: usize): bool {
  return isZero(sellBook) || isZero(buyBook);
}

const ONE: usize = memory.data<u64>([1, 0], 16);
const NINETY_NINE: usize = memory.data<u64>([99, 0], 16);

function keepsTerms(): bool {
  return load<u32>(MARKET, KEEPS_TERMS) !== 0;
}

/** A remainder too small to trade counts as filled once the order has traded, but for a hundredth at most. */
function dustReason(order: usize): u32 {
  if (isZero(order + SOLD)) return DONE_DUST;
  if (!keepsTerms()) return DONE_FILLED;
  const traded = order + (isSell(order) ? SOLD : BOUGHT);
  return compareProducts(quantity(order), NINETY_NINE, traded, ONE) <= 0 ? DONE_FILLED : DONE_DUST;
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
  let at = begin(EVENT_TRADE | ((sells ? 1 : 0) << DETAIL_SHIFT));
  at = wide(at, ((<u64>load<u32>(MARKET, MARKET_INDEX)) << TRADE_ID_BITS) + count);
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
function enterRemainder(order: usize, isTrimmed: bool): i32 {
  const rateKey = <i32>level(order);
  if (!isTrimmed && !isSell(order)) trimBuy(order + SELL_BOOK, order + BUY_BOOK, rateKey);
  if (isExhausted(order + SELL_BOOK, order + BUY_BOOK)) return endUsedUp(order, dustReason(order));
  if (execution(order) === IMMEDIATE_OR_CANCEL) return endOrder(order, DONE_IMMEDIATE_OR_CANCEL);
  if (execution(order) === FILL_OR_KILL) return endOrder(order, DONE_FILL_OR_KILL);
  if (!isZero(order + SOLD) && isBelowMinimum(!isSell(order), order + SELL_BOOK, order + BUY_BOOK)) {
    return endUsedUp(order, DONE_BELOW_MINIMUM);
  }
  const resting = takeRecord();
  copyOrder(resting, order);
  enter(resting, rateKey);
  let at = begin(EVENT_RESTED | ((isSell(order) ? 1 : 0) << DETAIL_SHIFT));
  at = wide(at, id(order));
  at = word(at, rateKey);
  at = amount(at, order + SELL_BOOK);
  end(amount(at, order + BUY_BOOK));
  carry(account(order));
  return MATCHED;
}

/** Takes a plain resting order out and says why. */
export function endResting(order: usize, reason: u32): void {
  endOrder(order, reason);
  leave(order);
}

/** Says why an order in no book is no longer open, and ends its uses. */
export function endOrder(order: usize, reason: u32): i32 {
  end(wide(begin(EVENT_DONE | (reason << DETAIL_SHIFT)), id(order)));
  carry(account(order));
  dropUses(order);
  return MATCHED;
}

/** Ends an order's uses of its account and fee terms. */
export function dropUses(order: usize): void {
  dropUse(ACCOUNTS, account(order));
  dropUse(FEES, fees(order));
}
