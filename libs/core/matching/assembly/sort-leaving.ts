import { allocate, release } from './memory';
import { id, expiresAt, nextLeaving, NONE, setNextLeaving, setPreviousLeaving } from './order';

/*
 * Puts a list of orders in the order in which they leave, which is asked for once the first of them is about to: a heap
 * of what is compared, side by side, so that each order's own record is read only once.
 */

/* An entry: the order's moment, its id, and its place. */
const MOMENT: usize = 0;
const ID: usize = 8;
const PLACE: usize = 16;
const ENTRY: usize = 24;

/** By moment, then by id. Returns the first. */
export function sortLeaving(first: usize): usize {
  let count: usize = 0;
  for (let order = first; order !== NONE; order = nextLeaving(order)) count += 1;
  const bits = 32 - clz<u32>(<u32>(count * ENTRY) - 1);
  const entries = allocate(bits);
  const end = entries + count * ENTRY;
  if (fill(entries, first)) {
    release(entries, bits);
    return first;
  }
  for (let index = count >> 1; index > 0; index -= 1) sink(entries, end, entries + (index - 1) * ENTRY);
  for (let last = end - ENTRY; last > entries; last -= ENTRY) {
    swap(entries, last);
    sink(entries, last, entries);
  }
  link(entries, end);
  const earliest: usize = load<u32>(entries, PLACE);
  release(entries, bits);
  return earliest;
}

/** Writes an entry for each order of a list; true when they stand in order already. */
function fill(entries: usize, first: usize): bool {
  let isSorted = true;
  let at = entries;
  for (let order = first; order !== NONE; order = nextLeaving(order)) {
    store<u64>(at, expiresAt(order), MOMENT);
    store<u64>(at, id(order), ID);
    store<u32>(at, <u32>order, PLACE);
    if (at !== entries && isLater(at - ENTRY, at)) isSorted = false;
    at += ENTRY;
  }
  return isSorted;
}

function isLater(a: usize, b: usize): bool {
  const aMoment = load<u64>(a, MOMENT);
  const bMoment = load<u64>(b, MOMENT);
  return aMoment > bMoment || (aMoment === bMoment && load<u64>(a, ID) > load<u64>(b, ID));
}

/** Lets an entry of the heap, of which the latest is the first, sink to where it belongs. */
function sink(entries: usize, end: usize, from: usize): void {
  let at = from;
  while (true) {
    let below = at + (at - entries) + ENTRY;
    if (below >= end) return;
    if (below + ENTRY < end && isLater(below + ENTRY, below)) below += ENTRY;
    if (!isLater(below, at)) return;
    swap(at, below);
    at = below;
  }
}

function swap(a: usize, b: usize): void {
  for (let word: usize = 0; word < ENTRY; word += 8) {
    const value = load<u64>(a + word);
    store<u64>(a + word, load<u64>(b + word));
    store<u64>(b + word, value);
  }
}

function link(entries: usize, end: usize): void {
  let before: usize = NONE;
  for (let at = entries; at < end; at += ENTRY) {
    const order: usize = load<u32>(at, PLACE);
    setPreviousLeaving(order, before);
    if (before !== NONE) setNextLeaving(before, order);
    before = order;
  }
  setNextLeaving(before, NONE);
}
