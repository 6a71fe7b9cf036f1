import { allocateClear, release } from './memory';

/*
 * How many orders use each account, and each of the fee terms, whose texts TypeScript keeps under these numbers: see
 * interned.ts, which counts uses up here and looks here for numbers that nobody uses any more.
 */

/** Address and bits of the size in bytes: of the accounts' counts, then of the fee terms'. */
const TABLES: usize = memory.data(16, 8);
export const ACCOUNTS: usize = TABLES;
export const FEES: usize = TABLES + 8;
const BITS: usize = 4;
const FIRST_BITS: u32 = 8;

/** Where the counts of a table are, with room for a number. */
export function usesWithRoomFor(table: usize, number: u32): usize {
  if (load<u32>(table) === 0) {
    store<u32>(table, <u32>allocateClear(FIRST_BITS));
    store<u32>(table, FIRST_BITS, BITS);
  }
  while (number << 2 >= (<u32>1) << load<u32>(table, BITS)) grow(table);
  return load<u32>(table);
}

function grow(table: usize): void {
  const before: usize = load<u32>(table);
  const bits = load<u32>(table, BITS);
  const after = allocateClear(bits + 1);
  memory.copy(after, before, (<usize>1) << bits);
  release(before, bits);
  store<u32>(table, <u32>after);
  store<u32>(table, bits + 1, BITS);
}

/** Ends one use of a number. */
export function dropUse(table: usize, number: u32): void {
  const count = load<u32>(table) + (number << 2);
  store<u32>(count, load<u32>(count) - 1);
}
