import { describe, expect, it } from '@jest/globals';
import { address } from '@exchange/core/kernel';
import fc from 'fast-check';
import { SigningKey, Wallet } from 'ethers';
import { unsignedTransaction } from './eip1559';

const PRIVATE_KEY = `0x${'5b'.repeat(32)}`;
const key = new SigningKey(PRIVATE_KEY);
const wallet = new Wallet(PRIVATE_KEY);
const uint = (bits: number) => fc.bigInt(0n, (1n << BigInt(bits)) - 1n);

const transactions = fc.record({
  to: fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => address(`0x${Buffer.from(bytes).toString('hex')}`)),
  // Empty, of one byte below and above 128, of 55 and 56 bytes, of more than 255 and of more than 65 535.
  data: fc
    .oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.nat(255).map((byte) => Uint8Array.of(byte)),
      fc.constantFrom(255, 256, 65_535, 65_536, 70_000).map((length) => new Uint8Array(length).fill(7)),
    )
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  nonce: fc.nat(),
  gasLimit: uint(64),
  maxFeePerGas: uint(128),
  maxPriorityFeePerGas: uint(128),
  chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});

describe('a signed transaction', () => {
  it('is byte for byte what ethers makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async (given) => {
        const maxPriorityFeePerGas =
          given.maxPriorityFeePerGas < given.maxFeePerGas ? given.maxPriorityFeePerGas : given.maxFeePerGas;
        const transaction = { ...given, maxPriorityFeePerGas };
        const { digest, signedWith } = unsignedTransaction(transaction);
        const { raw, hash } = signedWith(key.sign(digest));
        expect(raw).toBe(await wallet.signTransaction({ ...transaction, type: 2 }));
        expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
      }),
      { numRuns: 60 },
    );
  });

  it('is not made of half a byte', () => {
    const transaction = {
      ...{ to: address(`0x${'1'.repeat(40)}`), data: '0x123', nonce: 0, gasLimit: 1n },
      ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, chainId: 1 },
    };
    expect(() => unsignedTransaction(transaction)).toThrow(/whole bytes/);
  });
});
