import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeSettleBatchCodes, exchangeInterface, type Statement } from '@exchange/contract/chain';
import { present } from '@exchange/core/kernel';
import { MAX_TRADES } from '@exchange/core/settlement';
import { seededRandom } from '@exchange/test/kit';
import { getBytes, hashMessage, hexlify, TypedDataEncoder } from 'ethers';
import { hashMessage as viemHashMessage, hashTypedData, hexToBytes } from 'viem';
import { drawBatch, drawTrades } from './batches.fixture';
import { coSignedTypes, type SignedValue } from './co-signed.fixture';
import { ValueDraw } from './draw.fixture';
import { AskedExchange } from './asked-exchange.fixture';
import { personalWithdrawal, submittedTypes } from './operator-withdrawals.fixture';
import { unpackedTrades } from './unpacked-trades.fixture';

/** Of each type. `npm run test:signed-types` draws ten thousand. */
const VALUES = Number(process.env['SIGNED_VALUES'] ?? 30);
const SEED = process.env['SIGNED_VALUES_SEED'] ?? 'signed types';
const TIMEOUT_MS = 60_000 + VALUES * 60;
const SELF_TRADE = 'SELF_TRADE';

const drawOf = (label: string) => new ValueDraw(seededRandom(`${SEED}/${label}`));

/** The digest of what our client builds. */
const clientsDigestOf = ({ statement: { domain }, built }: SignedValue) =>
  built && getBytes(TypedDataEncoder.hash(domain, built.types, built.message));

/** The digest as both libraries make it, and as our core or client does: they must be one. */
function digestOf({ domain, types, message }: Statement, ours?: Uint8Array): Uint8Array {
  const digest = TypedDataEncoder.hash(domain, types, message);
  const primaryType = present(Object.keys(types)[0], 'type');
  const typedData = { domain, types, primaryType, message };
  expect(hashTypedData(typedData as unknown as Parameters<typeof hashTypedData>[0])).toBe(digest);
  if (ours) expect(hexlify(ours)).toBe(digest);
  return getBytes(digest);
}

/** The same of a personal message. */
function personalDigestOf(message: Uint8Array, ours: Uint8Array): Uint8Array {
  const digest = hashMessage(message);
  expect(viemHashMessage({ raw: message })).toBe(digest);
  expect(hexlify(ours)).toBe(digest);
  return hexToBytes(digest as `0x${string}`);
}

const flipped = (digest: Uint8Array) => digest.map((byte, at) => (at === 0 ? byte ^ 0x80 : byte));

describe('what is signed, in TypeScript and in the contract', () => {
  let chain: AskedExchange;
  beforeAll(async () => {
    const draw = drawOf('tokens');
    chain = await AskedExchange.start(Array.from({ length: 9 }, () => draw.address()));
    if (VALUES > 1000) process.stdout.write(`${VALUES} values of each type, seed "${SEED}"\n`);
  });
  afterAll(() => chain.stop());

  /** Each signature is accepted, and one of another digest isn't. */
  async function expectAccepted(
    values: readonly (Omit<SignedValue, 'statement'> & { digest: Uint8Array })[],
  ) {
    const signed = values.map(({ signer, digest, call }) => call(signer.sign(digest)));
    const forged = values.map(({ signer, digest, call }) => call(signer.sign(flipped(digest))));
    const [answers, refusals] = [await chain.ask(signed), await chain.ask(forged)];
    const wrong = values.filter(
      ({ isAccepted, isRefused }, at) =>
        !isAccepted(present(answers[at], 'answer')) || !isRefused(present(refusals[at], 'answer')),
    );
    expect(wrong.length).toBe(0);
    expect(values).toHaveLength(VALUES);
  }

  for (const [name, drawValue] of Object.entries({ ...coSignedTypes, ...submittedTypes })) {
    it(
      `is one digest for two libraries and the contract: ${name}`,
      async () => {
        const draw = drawOf(name);
        const values = Array.from({ length: VALUES }, () => drawValue(draw, chain));
        await expectAccepted(
          values.map((value) => ({
            ...value,
            digest: digestOf(value.statement, value.ours ?? clientsDigestOf(value)),
          })),
        );
      },
      TIMEOUT_MS,
    );
  }

  it(
    'is one digest for two libraries and the contract: Withdrawal, short personal',
    async () => {
      const draw = drawOf('personal withdrawals');
      const values = Array.from({ length: VALUES }, () => personalWithdrawal(draw, chain));
      await expectAccepted(
        values.map((value) => ({ ...value, digest: personalDigestOf(value.packed, value.ours) })),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'is one digest and one packing for two libraries and the contract: Order, Batch and settleBatch',
    async () => {
      const draw = drawOf('batches');
      // The orders of the first are signed for other digests.
      for (let batch = 0; batch <= Math.ceil(VALUES / MAX_TRADES); batch += 1) {
        const isForged = batch === 0;
        const { orders, trades, statement, attested, unattested } = drawBatch(draw, chain, isForged);
        digestOf(statement);
        for (const order of orders)
          if (order.isPersonal) personalDigestOf(order.packed, order.digest);
          else digestOf(order.statement, order.digest);
        expect([attested.ethers, attested.viem]).toEqual([attested.ours, attested.ours]);
        const from = chain.settler;
        const [answer, refusal] = await chain.ask(
          [attested, unattested].map(({ ours }) => ({ from, data: ours })),
        );
        expect(refusal?.reverted).toBe(exchangeInterface.getError('InvalidAttestation')?.selector);
        const isEmpty = (index: number) => {
          const { sellAmount, buyAmount } = present(orders[index], 'order').terms;
          return sellAmount === 0n || buyAmount === 0n;
        };
        const expected = trades.map(({ makerIndex, takerIndex }) => {
          if (isForged) return 'BAD_SIGNATURE';
          return isEmpty(makerIndex) || isEmpty(takerIndex) ? 'ZERO_AMOUNT' : SELF_TRADE;
        });
        expect(decodeSettleBatchCodes(present(answer?.returned, 'codes'))).toEqual(expected);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'packs a trade as the contract reads it',
    async () => {
      const draw = drawOf('trades');
      for (let batch = 0; batch < Math.ceil(VALUES / MAX_TRADES); batch += 1) {
        const trades = drawTrades(draw);
        const read = await unpackedTrades(
          chain,
          trades.map(({ words }) => words),
        );
        expect(read).toEqual(
          trades.map(({ id, amounts, makerIndex, takerIndex }) => ({
            ...{ id: BigInt(id), makerIndex: BigInt(makerIndex), takerIndex: BigInt(takerIndex) },
            flags: amounts.rebateToken === 'buy' && amounts.makerRebate > 0n ? 1n : 0n,
            ...{ makerAmount: amounts.makerAmount, takerAmount: amounts.takerAmount },
            ...{ makerFee: amounts.makerFee, takerFee: amounts.takerFee, rebate: amounts.makerRebate },
          })),
        );
      }
    },
    TIMEOUT_MS,
  );
});
