import { allocateClear, release } from './memory';
import { fetchLinks, id, NONE } from './order';

/*
 * The place of each order by its id, in open-addressed parts of which at most two thirds are used. What leaves is closed
 * up, so that no number of orders that came and went makes it slower or larger. A cell is the upper half of an id's hash
 * and the place, so that others' orders needn't be looked at.
 */

/** Parts that grow on their own: growing one of a large table moves little. */
const PART_BITS: u32 = 8;
const FIRST_BITS: u32 = 3;
const CELL_BITS: u32 = 3;

/** For each part its cells, the bits of their number, and how many are used. */
const PARTS: usize = memory.data(256 * 12, 8);

/** Links that were fetched early. */
let _fetched: u32 = 0;

/** How many ids there are. */
export let size: i32 = 0;

/** Spreads the bits of an id over the upper half: ids of one partition follow each other, those of others lie far apart. */
function hashOf(value: u64): u64 {
  return value * 0x9e37_79b9_7f4a_7c15;
}

function partOf(hash: u64): usize {
  return PARTS + <usize>(hash >> (64 - PART_BITS)) * 12;
}

function maskOf(part: usize): usize {
  return ((<usize>1) << load<u32>(part, 4)) - 1;
}

function cellOf(hash: u64, place: usize): u64 {
  return (hash & 0xffff_ffff_0000_0000) | place;
}

function placeIn(cell: u64): usize {
  return <usize>(cell & 0xffff_ffff);
}

/** Where the search for a cell begins. */
function homeOf(cell: u64): usize {
  return <usize>(cell >> 32);
}

/** The order's place; NONE when it has none. */
export function find(value: u64): usize {
  const hash = hashOf(value);
  const part = partOf(hash);
  const cells: usize = load<u32>(part);
  if (cells === 0) return NONE;
  const mask = maskOf(part);
  let at = homeOf(hash) & mask;
  while (true) {
    const cell = load<u64>(cells + (at << CELL_BITS));
    const place = placeIn(cell);
    if (place === NONE) return NONE;
    if (cell >> 32 === hash >> 32) {
      _fetched = fetchLinks(place);
      if (id(place) === value) return place;
    }
    at = (at + 1) & mask;
  }
}

/** Adds the place of an order whose id has none. */
export function addId(place: usize): void {
  const hash = hashOf(id(place));
  const part = partOf(hash);
  const used = load<u32>(part, 8) + 1;
  if (load<u32>(part) === 0) open(part);
  else if (used * 3 > 2 << load<u32>(part, 4)) grow(part);
  put(load<u32>(part), maskOf(part), cellOf(hash, place));
  store<u32>(part, used, 8);
  size += 1;
}

/** Removes an order's id. */
export function removeId(place: usize): void {
  const hash = hashOf(id(place));
  const part = partOf(hash);
  const cells: usize = load<u32>(part);
  const mask = maskOf(part);
  let hole = homeOf(hash) & mask;
  while (placeIn(load<u64>(cells + (hole << CELL_BITS))) !== place) hole = (hole + 1) & mask;
  let at = hole;
  while (true) {
    at = (at + 1) & mask;
    const cell = load<u64>(cells + (at << CELL_BITS));
    if (cell === 0) break;
    const home = homeOf(cell) & mask;
    // One whose search begins behind the hole is found without crossing it.
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    store<u64>(cells + (hole << CELL_BITS), cell);
    hole = at;
  }
  store<u64>(cells + (hole << CELL_BITS), 0);
  store<u32>(part, load<u32>(part, 8) - 1, 8);
  size -= 1;
}

function put(cells: usize, mask: usize, cell: u64): void {
  let at = homeOf(cell) & mask;
  while (load<u64>(cells + (at << CELL_BITS)) !== 0) at = (at + 1) & mask;
  store<u64>(cells + (at << CELL_BITS), cell);
}

function open(part: usize): void {
  store<u32>(part, <u32>allocateClear(FIRST_BITS + CELL_BITS));
  store<u32>(part, FIRST_BITS, 4);
}

function grow(part: usize): void {
  const before: usize = load<u32>(part);
  const bits = load<u32>(part, 4);
  const cells = allocateClear(bits + 1 + CELL_BITS);
  const mask = ((<usize>2) << bits) - 1;
  const end = before + ((<usize>1) << (bits + CELL_BITS));
  for (let at = before; at < end; at += 1 << CELL_BITS) {
    const cell = load<u64>(at);
    if (cell !== 0) put(cells, mask, cell);
  }
  release(before, bits + CELL_BITS);
  store<u32>(part, <u32>cells);
  store<u32>(part, bits + 1, 4);
}
