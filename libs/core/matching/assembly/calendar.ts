import { leaveAt, nextLeaving, NONE, previousLeaving, setNextLeaving, setPreviousLeaving } from './order';
import { above, addKey, lowest, newIndex, NO_KEY, removeKey, setValue, valueOf } from './sorted-keys';

/*
 * All orders by about the moment at which they leave: lists through the orders themselves, one for each 64 seconds.
 */
const PAGE_SECONDS_BITS: u64 = 6;
/** Whatever leaves later is on the last page. */
const LAST_PAGE: u64 = (1 << 26) - 1;

/** The first order of each page. */
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
  return page === NO_KEY ? NONE : valueOf(pages, page);
}

export function addLeaving(order: usize): void {
  const page = pageOf(leaveAt(order));
  const after = valueOf(pages, page);
  setNextLeaving(order, after);
  setPreviousLeaving(order, NONE);
  if (after === NONE) addKey(pages, page, order);
  else {
    setPreviousLeaving(after, order);
    setValue(pages, page, order);
  }
}

/** Its moment is the one with which it was added. */
export function removeLeaving(order: usize): void {
  const after = nextLeaving(order);
  const before = previousLeaving(order);
  if (after !== NONE) setPreviousLeaving(after, before);
  if (before !== NONE) setNextLeaving(before, after);
  else if (after !== NONE) setValue(pages, pageOf(leaveAt(order)), after);
  else removeKey(pages, pageOf(leaveAt(order)));
}
