import { set } from './arithmetic/amount';
import {
  ACCOUNT,
  BOUGHT,
  BUY_BOOK,
  CONDITIONAL,
  EXECUTION_SHIFT,
  EXPIRES_AT,
  FEES,
  FLAGS,
  HIDDEN,
  ID,
  LEVEL,
  SELL_BOOK,
  SELLS,
  SOLD,
} from './border';
import { allocate } from './memory';

/*
 * An order's place is the address of its record of 128 bytes: two lines of a cache, of which the second is enough to
 * find, match and remove it. Its links, 16 bytes, are at the beginning of its block: those of neighbours are changed most,
 * and together they are small.
 */
const RECORD_BITS: usize = 7;
const RECORD: usize = 1 << RECORD_BITS;
const BLOCK_BITS: u32 = 16;
const BLOCK: usize = 1 << BLOCK_BITS;
/** Links of all records that would fit into a block, those of the links' own places too. */
const LINKS: usize = BLOCK >> 3;

/* Of an order's links: neighbours in the queue of its level, and among those that leave at about the same time. */
const NEXT: usize = 0;
const PREVIOUS: usize = 4;
const NEXT_LEAVING: usize = 8;
const PREVIOUS_LEAVING: usize = 12;

/** No order. */
export const NONE: usize = 0;

let firstFree: usize = NONE;
let nextNew: usize = 0;
let lastNew: usize = 0;

/** A record whose contents are for the caller to write. */
export function takeRecord(): usize {
  const reused = firstFree;
  if (reused !== NONE) {
    firstFree = next(reused);
    return reused;
  }
  if (nextNew === lastNew) {
    const block = allocate(BLOCK_BITS);
    nextNew = block + LINKS;
    lastNew = block + BLOCK;
  }
  const order = nextNew;
  nextNew += RECORD;
  return order;
}

function links(order: usize): usize {
  return (order & ~(BLOCK - 1)) | ((order & (BLOCK - RECORD)) >> 3);
}

export function giveRecordBack(order: usize): void {
  setNext(order, firstFree);
  firstFree = order;
}

/** Copies what an order says of itself, not where it stands. */
export function copyOrder(to: usize, from: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
  v128.store(to, v128.load(from, 64), 64);
  v128.store(to, v128.load(from, 80), 80);
  v128.store(to, v128.load(from, 96), 96);
  v128.store(to, v128.load(from, 112), 112);
}

/**
 * Reads an order's links, which nobody needs yet: the processor fetches them while it waits for the record, where one
 * after the other would cost a second read of memory. Returns something of them, so that the read isn't left out.
 */
export function fetchLinks(order: usize): u32 {
  return load<u32>(links(order));
}

/** A new order has sold and bought nothing. */
export function setUntraded(order: usize): void {
  set(order + SOLD, 0, 0);
  set(order + BOUGHT, 0, 0);
}

export function id(order: usize): u64 {
  return load<u64>(order, ID);
}

export function expiresAt(order: usize): u64 {
  return load<u64>(order, EXPIRES_AT);
}

export function level(order: usize): usize {
  return load<u32>(order, LEVEL);
}

export function setLevel(order: usize, value: usize): void {
  store<u32>(order, <u32>value, LEVEL);
}

export function next(order: usize): usize {
  return load<u32>(links(order), NEXT);
}

export function setNext(order: usize, other: usize): void {
  store<u32>(links(order), <u32>other, NEXT);
}

export function previous(order: usize): usize {
  return load<u32>(links(order), PREVIOUS);
}

export function setPrevious(order: usize, other: usize): void {
  store<u32>(links(order), <u32>other, PREVIOUS);
}

export function nextLeaving(order: usize): usize {
  return load<u32>(links(order), NEXT_LEAVING);
}

export function setNextLeaving(order: usize, other: usize): void {
  store<u32>(links(order), <u32>other, NEXT_LEAVING);
}

export function previousLeaving(order: usize): usize {
  return load<u32>(links(order), PREVIOUS_LEAVING);
}

export function setPreviousLeaving(order: usize, other: usize): void {
  store<u32>(links(order), <u32>other, PREVIOUS_LEAVING);
}

function flags(order: usize): u32 {
  return load<u32>(order, FLAGS);
}

export function isSell(order: usize): bool {
  return (flags(order) & SELLS) !== 0;
}

export function isHidden(order: usize): bool {
  return (flags(order) & HIDDEN) !== 0;
}

export function isConditional(order: usize): bool {
  return (flags(order) & CONDITIONAL) !== 0;
}

export function execution(order: usize): u32 {
  return flags(order) >> EXECUTION_SHIFT;
}

export function account(order: usize): u32 {
  return load<u32>(order, ACCOUNT);
}

export function fees(order: usize): u32 {
  return load<u32>(order, FEES);
}

/** Where its quantity, which is counted in the traded token, is. */
export function quantity(order: usize): usize {
  return order + (isSell(order) ? SELL_BOOK : BUY_BOOK);
}
