import { addLeaving, removeLeaving } from './calendar';
import { addId, removeId } from './ids';
import {
  addToTotal,
  removeLevel,
  countOf,
  firstHidden,
  firstOf,
  HIDDEN_QUEUE,
  openLevel,
  rateKeyOf,
  setCount,
  takeFromTotal,
  VISIBLE,
} from './level';
import {
  giveRecordBack,
  isHidden,
  isSell,
  level as levelOf,
  next,
  NONE,
  previous,
  quantity,
  setLevel,
  setNext,
  setPrevious,
} from './order';
import {
  above,
  addKey,
  below,
  highest,
  lowest,
  newIndex,
  NO_KEY,
  NO_VALUE,
  removeKey,
  valueOf,
} from './sorted-keys';
import { touch } from './touched';

/*
 * The book of one market: every change takes a constant number of steps; a level of a million orders is no slower than
 * one of ten.
 */
const RATE_KEY_MAX: u32 = 1_700_000;

const buys: usize = newIndex(RATE_KEY_MAX);
const sells: usize = newIndex(RATE_KEY_MAX);

export function sideIndex(isSell: bool): usize {
  return isSell ? sells : buys;
}

/** The level of a side at a rate; 0 when there is none. */
export function levelAt(isSell: bool, rateKey: u32): usize {
  return valueOf(sideIndex(isSell), rateKey);
}

/** The order that matches first; NONE when the side is empty. */
export function firstOrder(isSell: bool): usize {
  const best = bestRate(isSell);
  return best === NO_KEY ? NONE : firstOf(levelAt(isSell, best));
}

/** The order that matches after one: the next of its queue, a hidden one, or the first of the next level. */
export function orderAfter(order: usize): usize {
  const later = next(order);
  if (later !== NONE) return later;
  const level = levelOf(order);
  if (!isHidden(order) && firstHidden(level) !== NONE) return firstHidden(level);
  const isSold = isSell(order);
  const rateKey = isSold ? above(sells, rateKeyOf(level)) : below(buys, rateKeyOf(level));
  return rateKey === NO_KEY ? NONE : firstOf(levelAt(isSold, rateKey));
}

/** The rate that matches first; NO_KEY when the side is empty. */
export function bestRate(isSell: bool): i32 {
  return isSell ? lowest(sells) : highest(buys);
}

/** Enters an order as the last of the visible or the hidden ones of a level. */
export function enter(order: usize, rateKey: u32): void {
  const isSold = isSell(order);
  const index = sideIndex(isSold);
  let level = valueOf(index, rateKey);
  if (level === NO_VALUE) {
    level = openLevel(rateKey);
    addKey(index, rateKey, level);
  }
  touch(isSold, level);
  setLevel(order, level);
  if (isHidden(order)) append(order, level + HIDDEN_QUEUE);
  else {
    append(order, level + VISIBLE);
    setCount(level, countOf(level) + 1);
    addToTotal(level, quantity(order));
  }
  addId(order);
  addLeaving(order);
}

/** Takes an order out; its record may become another order's. */
export function leave(order: usize): void {
  const level = levelOf(order);
  const isSold = isSell(order);
  touch(isSold, level);
  if (isHidden(order)) unlink(order, level + HIDDEN_QUEUE);
  else {
    unlink(order, level + VISIBLE);
    setCount(level, countOf(level) - 1);
    takeFromTotal(level, quantity(order));
  }
  if (firstOf(level) === NONE) {
    removeKey(sideIndex(isSold), rateKeyOf(level));
    removeLevel(level);
  }
  removeLeaving(order);
  removeId(order);
  giveRecordBack(order);
}

/** To be called before an order's offer changes in its place … */
export function beforeChange(order: usize): void {
  touch(isSell(order), levelOf(order));
  if (!isHidden(order)) takeFromTotal(levelOf(order), quantity(order));
}

/** … and after. */
export function afterChange(order: usize): void {
  if (!isHidden(order)) addToTotal(levelOf(order), quantity(order));
}

/** Makes an order the last of the queue whose ends are here. */
function append(order: usize, queue: usize): void {
  const last: usize = load<u32>(queue, 4);
  setNext(order, NONE);
  setPrevious(order, last);
  if (last === NONE) store<u32>(queue, <u32>order);
  else setNext(last, order);
  store<u32>(queue, <u32>order, 4);
}

function unlink(order: usize, queue: usize): void {
  const before = previous(order);
  const after = next(order);
  if (before === NONE) store<u32>(queue, <u32>after);
  else setNext(before, after);
  if (after === NONE) store<u32>(queue, <u32>before, 4);
  else setPrevious(after, before);
}
