import { describe, expect, it } from '@jest/globals';
import { amount, address } from '@exchange/core/kernel';
import { packedHash, typedDigest } from '@exchange/core/order';
import { foundPrograms } from '@exchange/test/kit';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { signOrder } from '../order/signer';
import { toHex } from './hex';
import { keccak256 } from './noble-crypto';
import { keySigner } from './signers';

const SIGNING = path.resolve(import.meta.dirname, '../../../../examples/python/signing.py');
const ORDERS = 12;

/** What signing.py says of each question; an error with what it complains of. */
function askPython(questions: readonly object[]): unknown[] {
  const [program = '', pythonPath = ''] = foundPrograms('tools/python.mjs');
  const { status, stdout, stderr } = spawnSync(program, ['-B', SIGNING], {
    ...{ input: JSON.stringify(questions), encoding: 'utf8' },
    env: { ...process.env, PYTHONPATH: pythonPath },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as unknown[];
}

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => toHex(value));
const someAmount = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(amount);
const question = fc.record({
  // The group's order begins with so many ones that a random key is below it.
  key: bytes(32).filter((key) => /^0x(?!f{8})(?!0{64})/.test(key)),
  domain: fc.record({
    name: fc.string({ unit: 'grapheme', maxLength: 30 }),
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    contract: bytes(20).map(address),
  }),
  order: fc.record({
    ...{ sellToken: bytes(20).map(address), sellAmount: someAmount },
    ...{ buyToken: bytes(20).map(address), buyAmount: someAmount },
    ...{ expiry: fc.integer({ min: 0, max: 2 ** 32 - 1 }), nonce: fc.maxSafeNat() },
  }),
  text: fc.string({ unit: 'grapheme', maxLength: 100 }),
});

describe('the Python bot signs by hand', () => {
  it('byte for byte what the client signs, digests and hashes with it', async () => {
    const asked = fc.sample(question, ORDERS);
    const answers = askPython(
      asked.map(({ order, ...rest }) => ({
        ...rest,
        order: { ...order, sellAmount: `${order.sellAmount}`, buyAmount: `${order.buyAmount}` },
      })),
    );
    const expected = await Promise.all(
      asked.map(async ({ key, domain, order, text }) => {
        const signer = await keySigner(key);
        return {
          address: signer.address,
          digest: toHex(typedDigest(order, domain, keccak256)),
          packedHash: toHex(packedHash(order, domain.contract, keccak256)),
          signTypedData: await signOrder(signer, order, 'signTypedData', domain),
          sign: await signOrder(signer, order, 'sign', domain),
          text: await signer.signMessage(text),
        };
      }),
    );
    expect(answers).toEqual(expected);
  });

  it('no amount that an order can’t hold', () => {
    const [one] = fc.sample(question, 1);
    const order = { ...one?.order, sellAmount: `${2n ** 128n}`, buyAmount: '1' };
    expect(() => askPython([{ ...one, order }])).toThrow(/is no uint128/);
  });
});
