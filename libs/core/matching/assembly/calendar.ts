import { leaveAt, nextLeaving, NONE, previousLeaving, setNextLeaving, setPreviousLeaving } from './order';
import { above, addKey, lowest, newIndex, NO_KEY, removeKey, setValue, valueOf } from './sorted-keys';
import { sortLeaving } from './sort-leaving';

/*
 * All orders by about the moment at which they leave: lists through the orders themselves, one for each 64 seconds.
 */
const PAGE_SECONDS_BITS: u64 = 6;
/** Whatever leaves later is on the last page. */
const LAST_PAGE: u64 = (1 << 26) - 1;

/** The first order of each page. */
const pages: usize = newIndex(<u32>LAST_PAGE);

/** The page whose list is in the order in which its orders leave; the others are in none. */
let sorted: i32 = NO_KEY;

/** The order that leaves first, of those that leave at this moment or before, by their moments, then by id; or NONE. */
export function firstDue(now: u64): usize {
  return firstDueOnPage(lowest(pages), now);
}

/** The next of them. */
export function dueAfter(order: usize, now: u64): usize {
  const later = nextLeaving(order);
  if (later !== NONE) return leaveAt(later) <= now ? later : NONE;
  return firstDueOnPage(above(pages, pageOf(leaveAt(order))), now);
}

function firstDueOnPage(page: i32, now: u64): usize {
  if (page === NO_KEY || page > <i32>pageOf(now)) return NONE;
  if (page !== sorted) {
    setValue(pages, page, sortLeaving(valueOf(pages, page)));
    sorted = page;
  }
  const first = valueOf(pages, page);
  return leaveAt(first) <= now ? first : NONE;
}

function pageOf(moment: u64): u32 {
  return <u32>min<u64>(moment >> PAGE_SECONDS_BITS, LAST_PAGE);
}

export function addLeaving(order: usize): void {
  const page = pageOf(leaveAt(order));
  if (page === sorted) sorted = NO_KEY;
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
