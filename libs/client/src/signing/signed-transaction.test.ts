import { describe, expect, it } from '@jest/globals';
import { Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { toHex } from './hex';
import { type FeeTransaction, transactionSigner } from './signed-transaction';

/** `npm run test:signed-vectors` draws a thousand. */
const RUNS = Number(process.env['SIGNED_VECTORS'] ?? 50);
const KEY = `0x${'4c'.repeat(32)}`;

const hex = (constraints: fc.IntArrayConstraints) => fc.uint8Array(constraints).map(toHex);
const uint = (bits: number) =>
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), fc.bigInt({ min: 0n, max: 300n }));
const someTransaction: fc.Arbitrary<FeeTransaction> = fc
  .record({
    ...{ chainId: fc.bigInt({ min: 1n, max: 2n ** 40n }), nonce: uint(53), gas: uint(30) },
    ...{ tip: uint(64), more: uint(64), value: uint(128) },
    to: hex({ minLength: 20, maxLength: 20 }),
    // Around the lengths at which the prefix gets longer, too.
    data: fc.oneof(
      hex({ maxLength: 70 }),
      hex({ minLength: 250, maxLength: 260 }),
      hex({ maxLength: 1_000 }),
    ),
  })
  .map(({ tip, more, ...rest }) => ({ ...rest, maxPriorityFeePerGas: tip, maxFeePerGas: tip + more }));

describe('a transaction that the client signs', () => {
  it(
    'is byte for byte what ethers makes',
    async () => {
      const ethers = new Wallet(KEY);
      const ours = transactionSigner(KEY);
      await fc.assert(
        fc.asyncProperty(someTransaction, async (drawn) => {
          const { gas, nonce, ...rest } = drawn;
          const raw = await ethers.signTransaction({
            ...{ ...rest, type: 2, nonce: Number(nonce), gasLimit: gas },
          });
          expect(ours.sign(drawn)).toEqual({ raw, hash: Transaction.from(raw).hash });
        }),
        { numRuns: RUNS },
      );
    },
    60_000 + RUNS * 300,
  );

  it('is none to what is no address, with what is no data, or below nothing', () => {
    const [drawn] = fc.sample(someTransaction, 1) as [FeeTransaction];
    const key = transactionSigner(KEY);
    for (const bad of [{ to: '0x12' }, { data: 'data' }, { value: -1n }]) {
      expect(() => key.sign({ ...drawn, ...bad })).toThrow(RangeError);
    }
  });
});
