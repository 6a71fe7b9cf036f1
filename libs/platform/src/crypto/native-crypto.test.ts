import { beforeAll, describe, expect, it } from '@jest/globals';
import { getBytes, hexlify, keccak256, recoverAddress, SigningKey, Wallet } from 'ethers';
import fc from 'fast-check';
import { createCrypto, type NativeCrypto } from './native-crypto';

const word = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('native crypto', () => {
  let crypto: NativeCrypto;
  beforeAll(async () => {
    crypto = await createCrypto();
  });

  it('hashes like ethers, into arrays of their own', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (data) => {
        const first = crypto.keccak256(data);
        crypto.keccak256(new Uint8Array(1));
        expect(hexlify(first)).toBe(keccak256(data));
      }),
    );
  });

  it('recovers the signer of a digest', () => {
    const key = new SigningKey(`0x${'46'.repeat(32)}`);
    const address = new Wallet(key).address.toLowerCase();
    fc.assert(
      fc.property(word, (digest) => {
        const { v, r, s } = key.sign(digest);
        expect(crypto.recover(digest, { v, r, s })).toBe(address);
      }),
      { numRuns: 30 },
    );
  });

  it('agrees with ethers about random signatures, which mostly belong to no key or a stranger', () => {
    fc.assert(
      fc.property(word, word, word, fc.constantFrom(27, 28), (digest, rBytes, sBytes, v) => {
        const r = hexlify(rBytes);
        const s = hexlify(Uint8Array.of((sBytes[0] ?? 0) & 0x7f, ...sBytes.subarray(1)));
        let expected: string | undefined;
        try {
          expected = recoverAddress(digest, { r, s, v }).toLowerCase();
        } catch {
          expected = undefined;
        }
        expect(crypto.recover(digest, { v, r, s })).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('knows no key for zero or too large r and s', () => {
    const digest = getBytes(`0x${'11'.repeat(32)}`);
    const [zero, one, all] = ['00', '01', 'ff'].map((byte) => `0x${byte.repeat(32)}`) as [
      string,
      string,
      string,
    ];
    expect(crypto.recover(digest, { v: 27, r: zero, s: one })).toBeUndefined();
    expect(crypto.recover(digest, { v: 27, r: one, s: zero })).toBeUndefined();
    expect(crypto.recover(digest, { v: 27, r: all, s: one })).toBeUndefined();
  });

  it('throws on what is a bug of the caller', () => {
    const one = `0x${'01'.repeat(32)}`;
    expect(() => crypto.recover(new Uint8Array(31), { v: 27, r: one, s: one })).toThrow('length 32');
    expect(() => crypto.recover(new Uint8Array(32), { v: 37, r: one, s: one })).toThrow();
  });
});
