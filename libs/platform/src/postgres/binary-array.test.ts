import { describe, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import { binaryArray } from './binary-array';

/** The elements as hex, read as Postgres reads them. */
function elements(array: Buffer): (string | null)[] {
  const found: (string | null)[] = [];
  let at = 20;
  while (at < array.length) {
    const length = array.readInt32BE(at);
    at += 4;
    found.push(length < 0 ? null : array.toString('hex', at, at + length));
    at += Math.max(length, 0);
  }
  return found;
}

describe('an array in binary form', () => {
  it('begins with its dimension, whether it has NULLs, its type and its length', () => {
    const words = (array: Buffer) => [0, 4, 8, 12, 16].map((at) => array.readInt32BE(at));
    expect(words(binaryArray('bigint', [1, 2, 3]))).toEqual([1, 0, 20, 3, 1]);
    expect(words(binaryArray('text', ['a', null]))).toEqual([1, 1, 25, 2, 1]);
    expect(words(binaryArray('numeric', []))).toEqual([1, 0, 1700, 0, 1]);
  });

  it.each([
    [0n, '0000 0000 0000 0000'],
    [1n, '0001 0000 0000 0000 0001'],
    [-12_345n, '0002 0001 4000 0000 0001 0929'],
    [10_000n, '0001 0001 0000 0000 0001'],
    [10n ** 12n, '0001 0003 0000 0000 0001'],
    [10n ** 38n + 7n, '000a 0009 0000 0000 0064 0000 0000 0000 0000 0000 0000 0000 0000 0007'],
  ])('has the whole number %s in digits of base 10 000', (value, hex) => {
    expect(elements(binaryArray('numeric', [value]))).toEqual([hex.replaceAll(' ', '')]);
  });

  it('has integers beyond 32 bits, below 0 too', () => {
    const integers = [-1, 2 ** 53 - 1, -(2 ** 32), 4_294_967_295];
    const read = elements(binaryArray('bigint', integers)).map((hex) =>
      Number(Buffer.from(hex ?? '', 'hex').readBigInt64BE()),
    );
    expect(read).toEqual(integers);
  });

  it('has texts, JSON, truth and bytes of any length', () => {
    const long = 'ä€😀'.repeat(100_000);
    expect(
      elements(binaryArray('text', [long, ''])).map((hex) => Buffer.from(hex ?? '', 'hex').toString()),
    ).toEqual([long, '']);
    expect(elements(binaryArray('jsonb', ['{}']))).toEqual(['017b7d']);
    expect(elements(binaryArray('boolean', [true, false, undefined]))).toEqual(['01', '00', null]);
    expect(elements(binaryArray('bytea', [Uint8Array.of(0, 255)]))).toEqual(['00ff']);
  });

  it.each([
    ['bigint', 0.5],
    ['bigint', 2 ** 53],
    ['numeric', 5],
    ['text', 5],
    ['boolean', 'true'],
    ['bytea', '00'],
    ['float8', 1],
  ])('of %s refuses %s as a defect', (type, value) => {
    expect(() => binaryArray(type, [value])).toThrow(DefectError);
  });
});
