import { high, low } from './arithmetic/amount';
import { EVENT_WORDS, TAPE_CARRIED as CARRIED, TAPE_LENGTH as LENGTH } from './border';
import { allocate, doubled } from './memory';

/*
 * The events of a step as words of 32 bits, and, apart from them, the accounts and fee terms that they carry unread, by
 * number. TypeScript writes to both and reads them.
 */

const EVENT_BYTES: u32 = EVENT_WORDS * 4;
const FIRST_BITS: u32 = 12;

/** Address, length in words, and bits of the size in bytes: of the words, then of what they carry. */
export const TAPE: usize = memory.data(24, 8);
const BITS = 8;

export function clearTape(): void {
  store<u32>(TAPE, 0, LENGTH);
  store<u32>(TAPE, 0, CARRIED + LENGTH);
}

/** Makes room for an event and begins it: where the word behind its kind goes. */
export function begin(kind: u32): usize {
  makeRoom(0);
  const at: usize = load<u32>(TAPE) + (load<u32>(TAPE, LENGTH) << 2);
  store<u32>(at, kind);
  return at + 4;
}

/** Ends an event before this address. */
export function end(at: usize): void {
  store<u32>(TAPE, <u32>(at - load<u32>(TAPE)) >> 2, LENGTH);
}

/** Room for an event with a text of so many units. */
export function makeRoom(units: u32): void {
  if (load<u32>(TAPE, BITS) === 0) open();
  const needed = ((load<u32>(TAPE, LENGTH) + units) << 2) + EVENT_BYTES;
  while (needed > (<u32>1) << load<u32>(TAPE, BITS)) grow(TAPE);
  const carried = (load<u32>(TAPE, CARRIED + LENGTH) << 2) + EVENT_BYTES;
  if (carried > (<u32>1) << load<u32>(TAPE, CARRIED + BITS)) grow(TAPE + CARRIED);
}

function open(): void {
  store<u32>(TAPE, <u32>allocate(FIRST_BITS));
  store<u32>(TAPE, FIRST_BITS, BITS);
  store<u32>(TAPE, <u32>allocate(FIRST_BITS), CARRIED);
  store<u32>(TAPE, FIRST_BITS, CARRIED + BITS);
}

function grow(part: usize): void {
  const bits = load<u32>(part, BITS);
  store<u32>(part, <u32>doubled(load<u32>(part), bits));
  store<u32>(part, bits + 1, BITS);
}

export function word(at: usize, value: u32): usize {
  store<u32>(at, value);
  return at + 4;
}

export function wide(at: usize, value: u64): usize {
  store<u64>(at, value);
  return at + 8;
}

export function amount(at: usize, value: usize): usize {
  store<u64>(at, low(value));
  store<u64>(at, high(value), 8);
  return at + 16;
}

/** Carries an account or fee terms by number. */
export function carry(number: u32): void {
  const length = load<u32>(TAPE, CARRIED + LENGTH);
  store<u32>(load<u32>(TAPE, CARRIED) + (length << 2), number);
  store<u32>(TAPE, length + 1, CARRIED + LENGTH);
}
