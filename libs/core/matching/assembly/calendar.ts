import { expiresAt, nextLeaving, NONE, previousLeaving, setNextLeaving, setPreviousLeaving } from './order';
import { above, addKey, lowest, newIndex, NO_KEY, removeKey, setValue, valueOf } from './sorted-keys';
import { sortLeaving } from './sort-leaving';

/*
 * All orders by about the moment at which they leave: lists through the orders themselves, one for each page of 64 seconds.
 * When the first of them may leave, its page is opened: it becomes a list for each second, and each of those is put in
 * order when its second has come, after which none is added to it.
 */
const SECONDS: u64 = 64;
/** Whatever leaves later is on the last page. */
const LAST_PAGE: u64 = (1 << 26) - 1;

/** The first order of each page; of the open one just any place. */
const pages: usize = newIndex(<u32>LAST_PAGE);

/** The open page, the first order of each of its seconds, and a bit for each that has orders, and that is in order. */
let opened: i32 = NO_KEY;
const firsts: usize = memory.data(64 * 4, 8);
let used: u64 = 0;
let sorted: u64 = 0;

/** The order that leaves first, of those that leave at this moment or before, by their moments, then by id; or NONE. */
export function firstDue(now: u64): usize {
  return firstDueOnPage(lowest(pages), now);
}

/** The next of them. */
export function dueAfter(order: usize, now: u64): usize {
  const after = nextLeaving(order);
  if (after !== NONE) return expiresAt(after) <= now ? after : NONE;
  const later = used & (~(<u64>1) << secondOf(order));
  return later !== 0 ? firstDueIn(later, now) : firstDueOnPage(above(pages, opened), now);
}

function firstDueOnPage(page: i32, now: u64): usize {
  if (page === NO_KEY || page > <i32>pageOf(now)) return NONE;
  if (page !== opened) open(page);
  return firstDueIn(used, now);
}

/** Of the first of these seconds. */
function firstDueIn(seconds: u64, now: u64): usize {
  const second = ctz(seconds);
  if (<u64>opened * SECONDS + second > now) return NONE;
  const cell = cellOf(second);
  if ((sorted & bit(second)) === 0) {
    store<u32>(cell, <u32>sortLeaving(load<u32>(cell)));
    sorted |= bit(second);
  }
  const first: usize = load<u32>(cell);
  return expiresAt(first) <= now ? first : NONE;
}

function pageOf(moment: u64): u32 {
  return <u32>min<u64>(moment / SECONDS, LAST_PAGE);
}

/** Which of the open page's seconds is the order's. */
function secondOf(order: usize): u64 {
  return min<u64>(expiresAt(order) - <u64>opened * SECONDS, SECONDS - 1);
}

function cellOf(second: u64): usize {
  return firsts + ((<usize>second) << 2);
}

function bit(second: u64): u64 {
  return (<u64>1) << second;
}

function open(page: i32): void {
  if (opened !== NO_KEY) close();
  opened = page;
  addAll(valueOf(pages, page));
}

/** Another page is earlier: the open one is one list again. */
function close(): void {
  removeKey(pages, opened);
  opened = NO_KEY;
  for (; used !== 0; used &= used - 1) {
    const cell = cellOf(ctz(used));
    const first: usize = load<u32>(cell);
    store<u32>(cell, <u32>NONE);
    addAll(first);
  }
}

/** Adds a list of orders, which was another one before. */
function addAll(first: usize): void {
  let order = first;
  while (order !== NONE) {
    const after = nextLeaving(order);
    addLeaving(order);
    order = after;
  }
}

export function addLeaving(order: usize): void {
  const page = <i32>pageOf(expiresAt(order));
  let after: usize;
  if (page === opened) {
    const second = secondOf(order);
    after = load<u32>(cellOf(second));
    store<u32>(cellOf(second), <u32>order);
    used |= bit(second);
    sorted &= ~bit(second);
  } else {
    after = valueOf(pages, page);
    if (after === NONE) addKey(pages, page, order);
    else setValue(pages, page, order);
  }
  setNextLeaving(order, after);
  setPreviousLeaving(order, NONE);
  if (after !== NONE) setPreviousLeaving(after, order);
}

/** Its moment is the one with which it was added. */
export function removeLeaving(order: usize): void {
  const after = nextLeaving(order);
  const before = previousLeaving(order);
  if (after !== NONE) setPreviousLeaving(after, before);
  if (before !== NONE) setNextLeaving(before, after);
  else removeFirst(order, after);
}

function removeFirst(order: usize, after: usize): void {
  const page = <i32>pageOf(expiresAt(order));
  if (page !== opened) {
    if (after !== NONE) setValue(pages, page, after);
    else removeKey(pages, page);
    return;
  }
  const second = secondOf(order);
  store<u32>(cellOf(second), <u32>after);
  if (after === NONE) used &= ~bit(second);
  if (used !== 0) return;
  removeKey(pages, page);
  opened = NO_KEY;
}
