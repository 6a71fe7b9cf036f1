import { assert } from '@exchange/core/kernel';

/** Postgres' number of an element type, and how a value of it is written. */
interface ElementType {
  readonly oid: number;
  /** Writes the value where `at` stands; the space was reserved by `size`. */
  write(value: unknown): void;
}

const HEADER_BYTES = 20;
const NO_VALUE = -1;
const TWO_32 = 2 ** 32;
/** Decimal digits in one of Postgres' own. */
const DIGIT = 4;
const ZERO = '0'.charCodeAt(0);
const NEGATIVE = 0x4000;
const JSONB_VERSION = 1;
/** A text has at most so many bytes for each of its UTF-16 units. */
const UTF8_BYTES = 3;

/** Grows with need, and is used by all: nothing waits between the first value of an array and its copy. */
let scratch = Buffer.alloc(64 * 1024);
let view = viewOf(scratch);
let at = 0;

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function reserve(bytes: number): void {
  if (at + bytes <= scratch.length) return;
  const larger = Buffer.alloc(Math.max(scratch.length * 2, at + bytes));
  scratch.copy(larger, 0, 0, at);
  scratch = larger;
  view = viewOf(scratch);
}

function writeInteger(value: unknown): void {
  assert(typeof value === 'number' && Number.isSafeInteger(value), 'no integer for the database');
  reserve(8);
  view.setInt32(at, Math.floor(value / TWO_32));
  view.setInt32(at + 4, value);
  at += 8;
}

function writeShortInteger(value: unknown): void {
  assert(typeof value === 'number' && (value | 0) === value, 'no short integer for the database');
  reserve(4);
  view.setInt32(at, value);
  at += 4;
}

function writeText(value: unknown): void {
  assert(typeof value === 'string', 'no text for the database');
  reserve(value.length * UTF8_BYTES);
  at += scratch.write(value, at);
}

function writeJson(value: unknown): void {
  reserve(1);
  scratch[at++] = JSONB_VERSION;
  writeText(value);
}

function writeBoolean(value: unknown): void {
  assert(typeof value === 'boolean', 'no boolean for the database');
  reserve(1);
  scratch[at++] = value ? 1 : 0;
}

function writeBytes(value: unknown): void {
  assert(value instanceof Uint8Array, 'no bytes for the database');
  reserve(value.length);
  scratch.set(value, at);
  at += value.length;
}

/** The number of up to four decimal digits of a text. */
function digitAt(text: string, from: number, to: number): number {
  let digit = 0;
  for (let index = Math.max(from, 0); index < to; index += 1)
    digit = digit * 10 + text.charCodeAt(index) - ZERO;
  return digit;
}

/** Digits of base 10 000, the most significant first, without the zeros at the end. */
function writeNumeric(value: unknown): void {
  assert(typeof value === 'bigint', 'no whole number for the database');
  const text = (value < 0n ? -value : value).toString();
  const count = Math.ceil(text.length / DIGIT);
  const before = text.length - count * DIGIT;
  reserve(8 + 2 * count);
  const header = at;
  at += 8;
  let kept = 0;
  for (let index = 0; index < count; index += 1) {
    const from = before + index * DIGIT;
    const digit = digitAt(text, from, from + DIGIT);
    view.setInt16(at + 2 * index, digit);
    if (digit !== 0) kept = index + 1;
  }
  at += 2 * kept;
  view.setInt16(header, kept);
  view.setInt16(header + 2, count - 1);
  view.setInt16(header + 4, value < 0n ? NEGATIVE : 0);
  view.setInt16(header + 6, 0);
}

/** By the names that tables give their columns. */
const TYPES: Readonly<Record<string, ElementType>> = {
  boolean: { oid: 16, write: writeBoolean },
  bytea: { oid: 17, write: writeBytes },
  bigint: { oid: 20, write: writeInteger },
  integer: { oid: 23, write: writeShortInteger },
  text: { oid: 25, write: writeText },
  numeric: { oid: 1700, write: writeNumeric },
  jsonb: { oid: 3802, write: writeJson },
};

/**
 * An array as the driver sends it in Postgres' binary form, which neither side parses: `bigint` from numbers, `numeric`
 * from bigints, `jsonb` from its text, `bytea` from bytes; null and undefined are NULL.
 */
export function binaryArray(type: string, values: readonly unknown[]): Buffer {
  const element = TYPES[type];
  assert(element !== undefined, `no binary form of ${type}`);
  at = 0;
  reserve(HEADER_BYTES);
  at = HEADER_BYTES;
  let hasNull = 0;
  for (const value of values) {
    reserve(4);
    const length = at;
    at += 4;
    if (value === null || value === undefined) {
      hasNull = 1;
      view.setInt32(length, NO_VALUE);
    } else {
      element.write(value);
      view.setInt32(length, at - length - 4);
    }
  }
  writeHeader(element.oid, hasNull, values.length);
  return Buffer.from(scratch.subarray(0, at));
}

/** One dimension that begins at 1; an empty array is one without elements. */
function writeHeader(oid: number, hasNull: number, length: number): void {
  view.setInt32(0, 1);
  view.setInt32(4, hasNull);
  view.setInt32(8, oid);
  view.setInt32(12, length);
  view.setInt32(16, 1);
}
