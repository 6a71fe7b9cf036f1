import { allocate, allocateClear, release } from './memory';
import { fetchLinks, id, NONE } from './order';

/*
 * The place of each order by its id: open-addressed parts of one size, of which at most two thirds are used, and a
 * directory that has a part for each value of the upper bits of an id's hash. A part that is full becomes two, so that an
 * order never waits for more than that, however many there are. What leaves is closed up, so that no number of orders that
 * came and went makes it slower or larger. A cell is the upper half of an id's hash and the place, so that others'
 * orders needn't be looked at.
 */

const CELL_BITS: u32 = 3;
/** How many cells a part has. */
const CELLS_BITS: u32 = 9;
const CELLS: usize = 1 << CELLS_BITS;
const PART_BITS: u32 = CELLS_BITS + CELL_BITS;
const USED_MAX: u32 = (<u32>CELLS * 2) / 3;

/*
 * An entry of the directory: where its part's cells are, how many upper bits the part's ids share, and, in the first entry
 * of a part, how many ids it has.
 */
const SHARED: usize = 4;
const USED: usize = 6;
const ENTRY: usize = 8;
const ENTRY_BITS: u32 = 3;

/** How many upper bits the directory looks at; the bits below them say where in a part an id is. */
let depth: u32 = 1;
const DEPTH_MAX: u32 = 32 - CELLS_BITS;
let directory: usize = allocate(depth + ENTRY_BITS);
openPart(directory, directory + ENTRY, depth);
openPart(directory + ENTRY, directory + 2 * ENTRY, depth);

/** Links that were fetched early. */
let _fetched: u32 = 0;

/** How many ids there are. */
export let size: i32 = 0;

/** Spreads the bits of an id over the upper half: ids of one partition follow each other, those of others lie far apart. */
function hashOf(value: u64): u64 {
  return value * 0x9e37_79b9_7f4a_7c15;
}

function entryOf(hash: u64): usize {
  return directory + ((<usize>(hash >> (64 - depth))) << ENTRY_BITS);
}

function cellsOf(entry: usize): usize {
  return load<u32>(entry);
}

/** How many entries have its part. */
function entriesLike(entry: usize): usize {
  return (<usize>1) << (depth - load<u16>(entry, SHARED));
}

/** The first entry that has its part, which counts for all of them. */
function firstLike(entry: usize): usize {
  return directory + ((entry - directory) & ~((entriesLike(entry) << ENTRY_BITS) - 1));
}

function used(first: usize): u32 {
  return load<u16>(first, USED);
}

function setUsed(first: usize, value: u32): void {
  store<u16>(first, <u16>value, USED);
}

function cellOf(hash: u64, place: usize): u64 {
  return (hash & 0xffff_ffff_0000_0000) | place;
}

function placeIn(cell: u64): usize {
  return <usize>(cell & 0xffff_ffff);
}

/** Where the search for a cell of a part begins. */
function homeOf(cell: u64): usize {
  return <usize>(cell >> 32) & (CELLS - 1);
}

function following(at: usize): usize {
  return (at + 1) & (CELLS - 1);
}

/** The order's place; NONE when it has none. */
export function find(value: u64): usize {
  const hash = hashOf(value);
  const cells = cellsOf(entryOf(hash));
  let at = homeOf(hash);
  while (true) {
    const cell = load<u64>(cells + (at << CELL_BITS));
    const place = placeIn(cell);
    if (place === NONE) return NONE;
    if (cell >> 32 === hash >> 32) {
      _fetched = fetchLinks(place);
      if (id(place) === value) return place;
    }
    at = following(at);
  }
}

/** Adds the place of an order whose id has none. */
export function addId(place: usize): void {
  const cell = cellOf(hashOf(id(place)), place);
  while (used(firstLike(entryOf(cell))) === USED_MAX) split(firstLike(entryOf(cell)));
  put(cell);
  size += 1;
}

/** Removes an order's id. */
export function removeId(place: usize): void {
  const hash = hashOf(id(place));
  const first = firstLike(entryOf(hash));
  const cells = cellsOf(first);
  let hole = homeOf(hash);
  while (placeIn(load<u64>(cells + (hole << CELL_BITS))) !== place) hole = following(hole);
  let at = hole;
  while (true) {
    at = following(at);
    const cell = load<u64>(cells + (at << CELL_BITS));
    if (cell === 0) break;
    const home = homeOf(cell);
    // One whose search begins behind the hole is found without crossing it.
    if (((at - home) & (CELLS - 1)) < ((at - hole) & (CELLS - 1))) continue;
    store<u64>(cells + (hole << CELL_BITS), cell);
    hole = at;
  }
  store<u64>(cells + (hole << CELL_BITS), 0);
  setUsed(first, used(first) - 1);
  size -= 1;
}

function put(cell: u64): void {
  const first = firstLike(entryOf(cell));
  const cells = cellsOf(first);
  let at = homeOf(cell);
  while (load<u64>(cells + (at << CELL_BITS)) !== 0) at = following(at);
  store<u64>(cells + (at << CELL_BITS), cell);
  setUsed(first, used(first) + 1);
}

function openPart(from: usize, to: usize, shared: u32): void {
  const cells = <u32>allocateClear(PART_BITS);
  for (let entry = from; entry < to; entry += ENTRY) {
    store<u32>(entry, cells);
    store<u16>(entry, <u16>shared, SHARED);
    setUsed(entry, 0);
  }
}

/** Makes two parts of one, by the first bit that its ids don't share. */
function split(full: usize): void {
  const first = entriesLike(full) > 1 ? full : deepen(full);
  const shared = load<u16>(first, SHARED) + 1;
  const cells = cellsOf(first);
  const end = first + entriesLike(first) * ENTRY;
  const middle = (first + end) >> 1;
  openPart(first, middle, shared);
  openPart(middle, end, shared);
  for (let at = cells; at < cells + (CELLS << CELL_BITS); at += 1 << CELL_BITS) {
    const cell = load<u64>(at);
    if (cell !== 0) put(cell);
  }
  release(cells, PART_BITS);
}

/** Lets the directory look at one bit more. Returns where the first of this entry's two is. */
function deepen(entry: usize): usize {
  if (depth === DEPTH_MAX) unreachable();
  const before = directory;
  const end = before + (ENTRY << depth);
  directory = allocate(depth + 1 + ENTRY_BITS);
  for (let at = before; at < end; at += ENTRY) {
    const two = directory + ((at - before) << 1);
    store<u64>(two, load<u64>(at));
    store<u64>(two, load<u64>(at), ENTRY);
  }
  release(before, depth + ENTRY_BITS);
  depth += 1;
  return directory + ((entry - before) << 1);
}
