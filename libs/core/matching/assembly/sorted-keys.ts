import { allocate, allocateClear, release } from './memory';

/*
 * Values by whole-number keys in order: finding, adding, removing and the next of a key take a few steps, however many
 * there are. 4096 neighbouring keys are a page, which has memory while it has keys; an index has a bit for each page
 * that is used, and is known by its address.
 */

/** No key, and no value. */
export const NO_KEY: i32 = -1;
export const NO_VALUE: usize = 0;

const PAGE_BITS: u32 = 12;
const PAGE_MASK: u32 = (1 << PAGE_BITS) - 1;

/* An index: how many words of bits there are, the words, and an address for each page. */
const INDEX_WORDS: usize = 8;

/* A page: how many keys it has, where their values are, a bit for each of its words of bits, and those. */
const VALUES: usize = 4;
const PAGE_TOP: usize = 8;
const PAGE_WORDS: usize = 16;
const PAGE_HEAD_BITS: u32 = 10;
const VALUES_BITS: u32 = PAGE_BITS + 2;

/** A new index of keys up to this one. */
export function newIndex(last: u32): usize {
  const words = (last >> (PAGE_BITS + 6)) + 1;
  const size: u32 = <u32>INDEX_WORDS + words * 8 + words * 64 * 4;
  const index = allocateClear(32 - clz<u32>(size - 1));
  store<u32>(index, words);
  return index;
}

function pageCell(index: usize, page: u32): usize {
  return index + INDEX_WORDS + (load<u32>(index) << 3) + (page << 2);
}

function pageAt(index: usize, page: u32): usize {
  return load<u32>(pageCell(index, page));
}

function pageWord(page: usize, key: u32): usize {
  return page + PAGE_WORDS + ((key >> 6) << 3);
}

function bit(number: u32): u64 {
  return (<u64>1) << number;
}

/** The value of a key; NO_VALUE when it has none. */
export function valueOf(index: usize, key: u32): usize {
  const page = pageAt(index, key >> PAGE_BITS);
  if (page === 0) return NO_VALUE;
  const inPage = key & PAGE_MASK;
  if ((load<u64>(pageWord(page, inPage)) & bit(inPage & 63)) === 0) return NO_VALUE;
  return load<u32>(load<u32>(page, VALUES) + (inPage << 2));
}

/** Adds a key that has no value. */
export function addKey(index: usize, key: u32, value: usize): void {
  const cell = pageCell(index, key >> PAGE_BITS);
  if (load<u32>(cell) === 0) openPage(index, cell, key >> PAGE_BITS);
  const page = load<u32>(cell);
  const inPage = key & PAGE_MASK;
  const word = pageWord(page, inPage);
  store<u64>(word, load<u64>(word) | bit(inPage & 63));
  store<u64>(page, load<u64>(page, PAGE_TOP) | bit(inPage >> 6), PAGE_TOP);
  store<u32>(load<u32>(page, VALUES) + (inPage << 2), <u32>value);
  store<u32>(page, load<u32>(page) + 1);
}

/** Gives a key that has a value another. */
export function setValue(index: usize, key: u32, value: usize): void {
  const page = pageAt(index, key >> PAGE_BITS);
  store<u32>(load<u32>(page, VALUES) + ((key & PAGE_MASK) << 2), <u32>value);
}

/** Removes a key that has a value. */
export function removeKey(index: usize, key: u32): void {
  const cell = pageCell(index, key >> PAGE_BITS);
  const page = load<u32>(cell);
  const inPage = key & PAGE_MASK;
  const word = pageWord(page, inPage);
  const rest = load<u64>(word) & ~bit(inPage & 63);
  store<u64>(word, rest);
  if (rest === 0) store<u64>(page, load<u64>(page, PAGE_TOP) & ~bit(inPage >> 6), PAGE_TOP);
  const size = load<u32>(page) - 1;
  store<u32>(page, size);
  if (size === 0) closePage(index, cell, key >> PAGE_BITS);
}

/** The lowest key; NO_KEY when there is none. */
export function lowest(index: usize): i32 {
  return lowestFrom(index, 0);
}

/** The highest key; NO_KEY when there is none. */
export function highest(index: usize): i32 {
  return highestFrom(index, load<u32>(index) - 1);
}

/** The least key above one that has a value; NO_KEY when there is none. */
export function above(index: usize, key: u32): i32 {
  const number = key >> PAGE_BITS;
  const page = pageAt(index, number);
  const inPage = key & PAGE_MASK;
  const rest = load<u64>(pageWord(page, inPage)) & bitsAbove(inPage & 63);
  if (rest !== 0) return <i32>((key & ~63) | <u32>ctz(rest));
  const later = load<u64>(page, PAGE_TOP) & bitsAbove(inPage >> 6);
  if (later !== 0) return lowestInWord(page, number, <u32>ctz(later));
  const pages = load<u64>(index + INDEX_WORDS + ((number >> 6) << 3)) & bitsAbove(number & 63);
  if (pages !== 0) return lowestInPage(index, (number & ~63) | <u32>ctz(pages));
  return lowestFrom(index, (number >> 6) + 1);
}

/** The greatest key below one that has a value; NO_KEY when there is none. */
export function below(index: usize, key: u32): i32 {
  const number = key >> PAGE_BITS;
  const page = pageAt(index, number);
  const inPage = key & PAGE_MASK;
  const rest = load<u64>(pageWord(page, inPage)) & bitsBelow(inPage & 63);
  if (rest !== 0) return <i32>((key & ~63) | topBit(rest));
  const earlier = load<u64>(page, PAGE_TOP) & bitsBelow(inPage >> 6);
  if (earlier !== 0) return highestInWord(page, number, topBit(earlier));
  const pages = load<u64>(index + INDEX_WORDS + ((number >> 6) << 3)) & bitsBelow(number & 63);
  if (pages !== 0) return highestInPage(index, (number & ~63) | topBit(pages));
  return highestFrom(index, <i32>(number >> 6) - 1);
}

function bitsAbove(number: u32): u64 {
  return number === 63 ? 0 : (<u64>-1) << (number + 1);
}

function bitsBelow(number: u32): u64 {
  return bit(number) - 1;
}

function topBit(word: u64): u32 {
  return 63 - <u32>clz(word);
}

function lowestFrom(index: usize, from: u32): i32 {
  const words = load<u32>(index);
  for (let word = from; word < words; word += 1) {
    const bits = load<u64>(index + INDEX_WORDS + (word << 3));
    if (bits !== 0) return lowestInPage(index, (word << 6) | <u32>ctz(bits));
  }
  return NO_KEY;
}

function highestFrom(index: usize, from: i32): i32 {
  for (let word = from; word >= 0; word -= 1) {
    const bits = load<u64>(index + INDEX_WORDS + (word << 3));
    if (bits !== 0) return highestInPage(index, ((<u32>word) << 6) | topBit(bits));
  }
  return NO_KEY;
}

function lowestInPage(index: usize, number: u32): i32 {
  const page = pageAt(index, number);
  return lowestInWord(page, number, <u32>ctz(load<u64>(page, PAGE_TOP)));
}

function highestInPage(index: usize, number: u32): i32 {
  const page = pageAt(index, number);
  return highestInWord(page, number, topBit(load<u64>(page, PAGE_TOP)));
}

function lowestInWord(page: usize, number: u32, word: u32): i32 {
  return <i32>((number << PAGE_BITS) | (word << 6) | <u32>ctz(load<u64>(page + PAGE_WORDS + (word << 3))));
}

function highestInWord(page: usize, number: u32, word: u32): i32 {
  return <i32>((number << PAGE_BITS) | (word << 6) | topBit(load<u64>(page + PAGE_WORDS + (word << 3))));
}

function openPage(index: usize, cell: usize, number: u32): void {
  const page = allocateClear(PAGE_HEAD_BITS);
  store<u32>(page, <u32>allocate(VALUES_BITS), VALUES);
  store<u32>(cell, <u32>page);
  const word = index + INDEX_WORDS + ((number >> 6) << 3);
  store<u64>(word, load<u64>(word) | bit(number & 63));
}

function closePage(index: usize, cell: usize, number: u32): void {
  const page = load<u32>(cell);
  release(load<u32>(page, VALUES), VALUES_BITS);
  release(page, PAGE_HEAD_BITS);
  store<u32>(cell, 0);
  const word = index + INDEX_WORDS + ((number >> 6) << 3);
  store<u64>(word, load<u64>(word) & ~bit(number & 63));
}
