/*
 * Blocks of the book's linear memory. Sizes are powers of two; what is given back is used again by the next of its size,
 * and the memory grows when nothing is free. Nothing here is garbage collected.
 */

/** Heads of the lists of free blocks, by the bits of their size. */
const FREE: usize = memory.data(33 * 4, 8);
/** Blocks begin at a cache line. */
const LEAST_BITS: u32 = 6;
const PAGE_BITS: u32 = 16;
const PAGE: usize = 1 << PAGE_BITS;
/**
 * What the memory grows by at least, in pages: a quarter of a megabyte, and a thirty-second of itself. Whoever runs the module
 * collects garbage when it grew a few times, which takes the longer the more there is.
 */
const LEAST_GROWTH: i32 = 4;
const GROWTH_SHIFT: i32 = 5;

/** Where the memory that nobody has begins: at a page. */
let end: usize = 0;
/** What is left of the page that small blocks are cut from. */
let rest: usize = 0;
let restEnd: usize = 0;

/**
 * A block of 2^bits bytes, not cleared; from 64 KB on at a multiple of that. Without room for it the book ends with a trap.
 */
export function allocate(bits: u32): usize {
  const size = max(bits, LEAST_BITS);
  const free = FREE + (size << 2);
  const reused: usize = load<u32>(free);
  if (reused !== 0) {
    store<u32>(free, load<u32>(reused));
    return reused;
  }
  return size < PAGE_BITS ? cut((<usize>1) << size) : takePages((<usize>1) << size);
}

/** A small block from the page that was begun, or from a new one. */
function cut(size: usize): usize {
  if (restEnd - rest < size) {
    // What is left of a page are blocks too.
    while (rest < restEnd) {
      const bits = 31 - clz<u32>(<u32>(restEnd - rest));
      release(rest, bits);
      rest += (<usize>1) << bits;
    }
    rest = takePages(PAGE);
    restEnd = rest + PAGE;
  }
  const block = rest;
  rest += size;
  return block;
}

function takePages(size: usize): usize {
  if (end === 0) end = (__heap_base + PAGE - 1) & ~(PAGE - 1);
  const block = end;
  const missing = <i32>((block + size) >> PAGE_BITS) - memory.size();
  const growth = max(LEAST_GROWTH, memory.size() >> GROWTH_SHIFT);
  if (missing > 0 && memory.grow(max(missing, growth)) < 0) unreachable();
  end = block + size;
  return block;
}

/** Gives a block back. */
export function release(block: usize, bits: u32): void {
  const free = FREE + (max(bits, LEAST_BITS) << 2);
  store<u32>(block, load<u32>(free));
  store<u32>(free, <u32>block);
}

/** A block of 2^bits bytes that are all zero. */
export function allocateClear(bits: u32): usize {
  const block = allocate(bits);
  memory.fill(block, 0, (<usize>1) << bits);
  return block;
}

/** A block of twice the size with the same contents; the one before is given back. */
export function doubled(block: usize, bits: u32): usize {
  const larger = allocate(bits + 1);
  memory.copy(larger, block, (<usize>1) << bits);
  release(block, bits);
  return larger;
}
