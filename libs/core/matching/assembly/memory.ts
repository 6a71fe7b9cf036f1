/*
 * Blocks of the book's linear memory. Sizes are powers of two; what is given back is used again by the next of its size,
 * and the memory grows when nothing is free. Nothing here is garbage collected.
 */

/** Heads of the lists of free blocks, by the bits of their size. */
const FREE: usize = memory.data(33 * 4, 8);
/** Blocks begin at a cache line. */
const LEAST_BITS: u32 = 6;
const PAGE_BITS: u32 = 16;
/** What the memory grows by at least, in pages: a quarter of a megabyte. */
const LEAST_GROWTH: i32 = 4;

let end: usize = (__heap_base + 63) & ~63;

/** A block of 2^bits bytes, not cleared. Without room for it the book ends with a trap. */
export function allocate(bits: u32): usize {
  const size = max(bits, LEAST_BITS);
  const free = FREE + (size << 2);
  const reused: usize = load<u32>(free);
  if (reused !== 0) {
    store<u32>(free, load<u32>(reused));
    return reused;
  }
  return carve((<usize>1) << size);
}

/** The same, at a multiple of its size: for blocks that are never given back. */
export function allocateAligned(bits: u32): usize {
  const size = (<usize>1) << bits;
  end = (end + size - 1) & ~(size - 1);
  return carve(size);
}

function carve(size: usize): usize {
  const block = end;
  end += size;
  const missing = <i32>((end + 0xffff) >> PAGE_BITS) - memory.size();
  if (missing > 0 && memory.grow(max(missing, LEAST_GROWTH)) < 0) unreachable();
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
