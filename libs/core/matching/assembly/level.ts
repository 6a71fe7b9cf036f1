import { addWrapping, copy, set, subtractWrapping } from './arithmetic/amount';
import { LEVEL_COUNT, LEVEL_RATE_KEY } from './border';
import { allocate, release } from './memory';

/*
 * Levels are records of 64 bytes, a line of a cache: the visible orders' quantities added up, in three words, since a sum
 * of amounts may pass the largest one by far; the ends of the queues of visible and of hidden orders, first in, first
 * out; the number of visible orders; the rate key; and the step in which it was touched last.
 */
const RECORD_BITS: u32 = 6;
const RECORD: usize = 1 << RECORD_BITS;

const TOTAL: usize = 0;
const TOTAL_TOP: usize = 16;
/** Where a queue's first order is; its last is behind it. */
export const VISIBLE: usize = 24;
export const HIDDEN_QUEUE: usize = 32;
const TOUCHED_IN: usize = 48;

/** A new level without orders. */
export function openLevel(rateKey: u32): usize {
  const level = allocate(RECORD_BITS);
  for (let at: usize = 0; at < RECORD; at += 8) store<u64>(level + at, 0);
  store<u32>(level, rateKey, LEVEL_RATE_KEY);
  return level;
}

/** Ends a level without orders. */
export function removeLevel(level: usize): void {
  release(level, RECORD_BITS);
}

export function rateKeyOf(level: usize): u32 {
  return load<u32>(level, LEVEL_RATE_KEY);
}

export function countOf(level: usize): u32 {
  return load<u32>(level, LEVEL_COUNT);
}

export function setCount(level: usize, count: u32): void {
  store<u32>(level, count, LEVEL_COUNT);
}

export function touchedIn(level: usize): u64 {
  return load<u64>(level, TOUCHED_IN);
}

export function setTouchedIn(level: usize, step: u64): void {
  store<u64>(level, step, TOUCHED_IN);
}

/** The hidden order that matches first; NONE when there is none. */
export function firstHidden(level: usize): usize {
  return load<u32>(level, HIDDEN_QUEUE);
}

/** The order that matches first; NONE when there is none. */
export function firstOf(level: usize): usize {
  const visible: usize = load<u32>(level, VISIBLE);
  return visible !== 0 ? visible : firstHidden(level);
}

export function addToTotal(level: usize, amount: usize): void {
  if (addWrapping(level + TOTAL, amount)) store<u64>(level, load<u64>(level, TOTAL_TOP) + 1, TOTAL_TOP);
}

/** Takes away what was added. */
export function takeFromTotal(level: usize, amount: usize): void {
  if (subtractWrapping(level + TOTAL, amount)) store<u64>(level, load<u64>(level, TOTAL_TOP) - 1, TOTAL_TOP);
}

/** The total as everybody sees it: at most the largest amount. */
export function readTotal(to: usize, level: usize): void {
  if (load<u64>(level, TOTAL_TOP) === 0) copy(to, level + TOTAL);
  else set(to, u64.MAX_VALUE, u64.MAX_VALUE);
}
