import { allocate, release } from './memory';
import { leaveAt, nextLeaving, NONE, previousLeaving, setNextLeaving, setPreviousLeaving } from './order';
import { above, addKey, lowest, newIndex, NO_KEY, NO_VALUE, removeKey, valueOf } from './sorted-keys';

/*
 * All orders by about the moment at which they leave: lists through the orders themselves, one for each 64 seconds.
 */
const PAGE_SECONDS_BITS: u64 = 6;
/** Whatever leaves later is on the last page. */
const LAST_PAGE: u64 = (1 << 26) - 1;
const LIST_BITS: u32 = 6;
/** What stands before a list's first order is the list, marked by this bit. */
const IS_LIST: usize = 1;

const pages: usize = newIndex(<u32>LAST_PAGE);

/** The page of a moment. */
export function pageOf(moment: u64): u32 {
  return <u32>min<u64>(moment >> PAGE_SECONDS_BITS, LAST_PAGE);
}

/** The first order of the page of the earliest moments; NONE when there is no order. */
export function firstLeaving(): usize {
  return firstOnPage(lowest(pages));
}

/** The next order of the same page, or the first of the next page; NONE when there is none. */
export function orderLeavingAfter(order: usize): usize {
  const later = nextLeaving(order);
  return later !== NONE ? later : firstOnPage(above(pages, pageOf(leaveAt(order))));
}

function firstOnPage(page: i32): usize {
  return page === NO_KEY ? NONE : load<u32>(valueOf(pages, page));
}

export function addLeaving(order: usize): void {
  const page = pageOf(leaveAt(order));
  let list = valueOf(pages, page);
  if (list === NO_VALUE) list = openList(page);
  const after: usize = load<u32>(list);
  setNextLeaving(order, after);
  setPreviousLeaving(order, list | IS_LIST);
  if (after !== NONE) setPreviousLeaving(after, order);
  store<u32>(list, <u32>order);
}

/** Its moment is the one with which it was added. */
export function removeLeaving(order: usize): void {
  const after = nextLeaving(order);
  const before = previousLeaving(order);
  if (after !== NONE) setPreviousLeaving(after, before);
  if ((before & IS_LIST) === 0) setNextLeaving(before, after);
  else {
    const list = before & ~IS_LIST;
    store<u32>(list, <u32>after);
    if (after === NONE) closeList(list, pageOf(leaveAt(order)));
  }
}

function openList(page: u32): usize {
  const list = allocate(LIST_BITS);
  store<u32>(list, <u32>NONE);
  addKey(pages, page, list);
  return list;
}

function closeList(list: usize, page: u32): void {
  removeKey(pages, page);
  release(list, LIST_BITS);
}
