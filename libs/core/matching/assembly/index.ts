/*
 * The book of one market and the matching of its plain orders, as the rest of the matching core calls them. Orders and
 * levels are addresses in the memory that is exported with these functions, and so are the blocks whose places the
 * functions at the end tell; border.ts says what is where in them.
 */
import { leave, levelAt } from './book';
import { DONE, MATCHED, REFUSED } from './border';
import { dueAfter, firstDue } from './calendar';
import { DIGEST, digestTape } from './digest';
import { MAKER_GIVES } from './fill';
import { find, size } from './ids';
import { readTotal } from './level';
import { admit, endResting, dropUses, MARKET, setState } from './matching';
import { account, expiresAt, isConditional, NONE, setUntraded } from './order';
import { clearTape, TAPE } from './tape';
import { forgetTouched, tellTouched } from './touched';
import { ACCOUNTS, FEES, usesWithRoomFor } from './uses';

export { afterChange, beforeChange, enter, firstOrder, levelAt, orderAfter } from './book';
export { addLeaving, removeLeaving } from './calendar';
export { digestTape } from './digest';
export { endOrder, setState, sweep } from './matching';
export { takeRecord } from './order';
export { largestKeeping } from './arithmetic/keeping-amount';
export { compareProducts } from './arithmetic/products';
export { bookRate, isExact, over, setDecimals, times } from './arithmetic/rate';
export { makeRoom } from './tape';

/** Begins a step: its tape is empty, and no level is touched. */
export function beginStep(): void {
  clearTape();
  forgetTouched();
}

/** Tells each level that the step changed. */
export function tellLevels(): void {
  tellTouched(levelAt);
}

function finishStep(sequence: u32): void {
  tellLevels();
  digestTape(sequence);
}

/**
 * Lets in an order in a step of its own, which ends with it when it comes to DONE. The market is open.
 * @param sequence the step's number; the last four as in `setState`
 */
export function place(
  order: usize,
  now: f64,
  sequence: u32,
  workLeft: u32,
  tellsTrades: bool,
  tradeCount: f64,
  tradeTime: f64,
): i32 {
  beginStep();
  setState(workLeft, tellsTrades, tradeCount, tradeTime);
  setUntraded(order);
  if (expiresAt(order) <= <u64>now) return REFUSED;
  const outcome = admit(order);
  if (outcome !== MATCHED) return outcome;
  finishStep(sequence);
  return DONE;
}

/**
 * Takes a plain order of this account out of the book in a step of its own, which ends with it; false when there is none
 * with this id. @param id up to 2^53
 */
export function cancel(id: f64, owner: u32, reason: u32, sequence: u32): bool {
  beginStep();
  const order = find(<u64>id);
  if (order === NONE || account(order) !== owner || isConditional(order)) return false;
  endResting(order, reason);
  finishStep(sequence);
  return true;
}

/** The place of an order; 0 when it is not in the book. @param id up to 2^53 */
export function findOrder(id: f64): usize {
  return find(<u64>id);
}

/** Takes an order out of the book without a word; where it was, 0 when it isn't there. @param id up to 2^53 */
export function remove(id: f64): usize {
  const order = find(<u64>id);
  if (order === NONE) return NONE;
  dropUses(order);
  leave(order);
  return order;
}

/** The order that leaves first; 0 when none leaves at this moment or before. @param now up to 2^53 */
export function firstOrderDue(now: f64): usize {
  return firstDue(<u64>now);
}

/** The one that leaves after another. */
export function orderDueAfter(order: usize, now: f64): usize {
  return dueAfter(order, <u64>now);
}

/** How many orders are in the book. */
export function orderCount(): i32 {
  return size;
}

/** Writes a level's total to where an amount fits. */
export function levelTotal(to: usize, level: usize): void {
  readTotal(to, level);
}

export function accountUses(number: u32): usize {
  return usesWithRoomFor(ACCOUNTS, number);
}

export function feeUses(number: u32): usize {
  return usesWithRoomFor(FEES, number);
}

export function tapeBlock(): usize {
  return TAPE;
}

export function digestBlock(): usize {
  return DIGEST;
}

/** What the maker, then the taker would give, of the last trade that was tried. */
export function givesBlock(): usize {
  return MAKER_GIVES;
}

export function marketBlock(): usize {
  return MARKET;
}
