import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseSignature, signatureHex } from './signature';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const signature = (r: bigint, s: bigint, v: string): string => `0x${word(r)}${word(s)}${v}`;
const code = (hex: string): string => {
  const parsed = parseSignature(hex);
  return parsed.ok ? 'ok' : parsed.code;
};

describe('a signature', () => {
  it.each([
    ['00', 27],
    ['1b', 27],
    ['01', 28],
    ['1c', 28],
    ['1C', 28],
  ])('may end with v %s', (v, expected) => {
    expect(parseSignature(signature(5n, 7n, v))).toEqual({
      ok: true,
      value: { v: expected, r: `0x${word(5n)}`, s: `0x${word(7n)}` },
    });
  });

  it.each(['02', '1a', '1d', '25', '26', 'ff'])('may not end with v %s', (v) => {
    expect(code(signature(5n, 7n, v))).toBe('INVALID_SIGNATURE');
  });

  it('with a high s is brought to the low form with the other v', () => {
    expect(parseSignature(signature(5n, ORDER - 7n, '1b'))).toEqual(parseSignature(signature(5n, 7n, '1c')));
    expect(parseSignature(signature(5n, ORDER - 7n, '01'))).toEqual(parseSignature(signature(5n, 7n, '00')));
  });

  it('keeps s up to half of the group order and flips it above', () => {
    const half = ORDER / 2n;
    expect(parseSignature(signature(5n, half, '1b'))).toMatchObject({
      value: { v: 27, s: `0x${word(half)}` },
    });
    expect(parseSignature(signature(5n, half + 1n, '1b'))).toMatchObject({
      value: { v: 28, s: `0x${word(half)}` },
    });
  });

  it('has r and s from 1 to n−1', () => {
    expect(code(signature(1n, 1n, '1b'))).toBe('ok');
    expect(code(signature(ORDER - 1n, ORDER - 1n, '1b'))).toBe('ok');
    for (const outside of [0n, ORDER, ORDER + 1n, (1n << 256n) - 1n]) {
      expect(code(signature(outside, 1n, '1b'))).toBe('INVALID_SIGNATURE');
      expect(code(signature(1n, outside, '1b'))).toBe('INVALID_SIGNATURE');
    }
  });

  it('is exactly 65 bytes of hex behind 0x', () => {
    const good = signature(5n, 7n, '1b');
    expect(code(good.toUpperCase().replace('0X', '0x'))).toBe('ok');
    for (const bad of ['', '0x', good.slice(2), good.slice(0, -2), `${good}00`, ` ${good}`, `${good}\n`]) {
      expect(code(bad)).toBe('INVALID_SIGNATURE');
    }
    expect(code(good.replace('5', 'g'))).toBe('INVALID_SIGNATURE');
  });

  it('is never anything but a value for arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(code(text)).toBe('INVALID_SIGNATURE');
      }),
    );
  });

  it('comes back from its text', () => {
    const inGroup = fc.bigInt({ min: 1n, max: ORDER - 1n });
    fc.assert(
      fc.property(inGroup, inGroup, fc.constantFrom('1b', '1c'), (r, s, v) => {
        const parsed = parseSignature(signature(r, s, v));
        if (!parsed.ok) throw new Error(parsed.message);
        expect(parseSignature(signatureHex(parsed.value))).toEqual(parsed);
      }),
    );
  });
});
