import { isEqual, set } from './arithmetic/amount';
import { DETAIL_SHIFT, EVENT_LEVEL } from './border';
import { allocate, doubled } from './memory';
import { countOf, rateKeyOf, readTotal, setTouchedIn, touchedIn } from './level';
import { amount, begin, end, word } from './tape';

/*
 * The levels that a step touches, in the order in which it first does, and what everybody saw of each before, so that
 * each is told once, and only when it has changed. Notes are 32 bytes: rate key and side, count, and total.
 */
const NOTE_BITS: u32 = 5;
const COUNT: usize = 4;
const TOTAL: usize = 8;
const SIDE_SHIFT: u32 = 24;
const KEY_MASK: u32 = (1 << SIDE_SHIFT) - 1;

let bits: u32 = 0;
let notes: usize = 0;
let size: u32 = 0;
/** Of 64 bits: one that came round again could be that of a level which nobody touched meanwhile. */
let step: u64 = 0;

export function forgetTouched(): void {
  size = 0;
  step += 1;
}

/** To be called before a level that exists, or is new and empty, changes. */
export function touch(isSell: bool, level: usize): void {
  if (touchedIn(level) !== step) note(isSell, level);
}

function note(isSell: bool, level: usize): void {
  setTouchedIn(level, step);
  const code = rateKeyOf(level) | ((isSell ? 1 : 0) << SIDE_SHIFT);
  // One that ended and began again in this step was touched under another address.
  for (let index: i32 = size - 1; index >= 0; index -= 1)
    if (load<u32>(notes + (index << NOTE_BITS)) === code) return;
  makeRoom();
  const at = notes + (size << NOTE_BITS);
  store<u32>(at, code);
  store<u32>(at, countOf(level), COUNT);
  readTotal(at + TOTAL, level);
  size += 1;
}

function makeRoom(): void {
  if (bits === 0) {
    bits = 10;
    notes = allocate(bits);
  }
  if ((size + 1) << NOTE_BITS <= (<u32>1) << bits) return;
  notes = doubled(notes, bits);
  bits += 1;
}

const NOW: usize = memory.data(16, 8);

/** Writes an event for each level that is not as it was. @param levelAt the level of a side at a rate, or 0 */
export function tellTouched(levelAt: (isSell: bool, rateKey: u32) => usize): void {
  for (let index: u32 = 0; index < size; index += 1) {
    const at = notes + (index << NOTE_BITS);
    const code = load<u32>(at);
    const side = code >> SIDE_SHIFT;
    const level = levelAt(side === 1, code & KEY_MASK);
    const count = level === 0 ? 0 : countOf(level);
    if (level === 0) set(NOW, 0, 0);
    else readTotal(NOW, level);
    if (count === load<u32>(at, COUNT) && isEqual(at + TOTAL, NOW)) continue;
    let to = begin(EVENT_LEVEL | (side << DETAIL_SHIFT));
    to = word(to, code & KEY_MASK);
    to = word(to, count);
    end(amount(to, NOW));
  }
}
