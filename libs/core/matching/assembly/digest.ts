import { DIGEST_HIGH, DIGEST_LOW, TAPE_LENGTH } from './border';
import { TAPE } from './tape';

/*
 * The running hash over all events: the same as `digestWords` in digest.ts.
 */
const MIX_LOW: u32 = 0x85eb_ca6b;
const MIX_HIGH: u32 = 0xc2b2_ae35;

/** Lower and upper half. */
export const DIGEST: usize = memory.data(8, 8);

function mixedLow(low: u32, word: u32): u32 {
  const mixed = (low ^ word) * MIX_LOW;
  return mixed ^ (mixed >> 15);
}

function mixedHigh(high: u32, word: u32): u32 {
  const mixed = (high ^ word) * MIX_HIGH;
  return mixed ^ (mixed >> 13);
}

/** Goes on hashing with a step's number and the words on its tape, in four lanes. */
export function digestTape(sequence: u32): void {
  const length = load<u32>(TAPE, TAPE_LENGTH);
  let first = mixedLow(load<u32>(DIGEST, DIGEST_LOW), sequence);
  let second = mixedHigh(load<u32>(DIGEST, DIGEST_HIGH), length);
  let third = first + MIX_HIGH;
  let fourth = second + MIX_LOW;
  let at: usize = load<u32>(TAPE);
  const end = at + (length << 2);
  const whole = at + ((length & ~3) << 2);
  for (; at < whole; at += 16) {
    first = mixedLow(first, load<u32>(at));
    second = mixedHigh(second, load<u32>(at, 4));
    third = mixedLow(third, load<u32>(at, 8));
    fourth = mixedHigh(fourth, load<u32>(at, 12));
  }
  for (; at < end; at += 4) first = mixedLow(first, load<u32>(at));
  const low = mixedLow(mixedLow(first, second), third);
  const high = mixedHigh(mixedHigh(fourth, third), low);
  store<u32>(DIGEST, low, DIGEST_LOW);
  store<u32>(DIGEST, high, DIGEST_HIGH);
}
