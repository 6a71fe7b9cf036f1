import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { amount, assert, tradeId } from '@exchange/core/kernel';
import { type BatchTrade, brokenRule, encodeBatch, type TradeAmounts } from '@exchange/core/settlement';
import { decodeEvent, decodeSettleBatchCodes, encodeSettleBatch } from '@exchange/contract/chain';
import fc from 'fast-check';
import { attestBatch } from '../attest-batch';
import {
  type ExchangeChain,
  MAX_FEE_BPS,
  startExchangeChain,
  termsOf,
  walletAt,
} from '../servers/exchange-chain';

const FOREVER = 2 ** 32 - 1;
const NONE = amount(0n);
const upTo = (max: bigint) => fc.bigInt({ min: 0n, max });

/** A maker and a taker whose limits lie close together, and amounts near to what both allow. */
const scenario = fc.record({
  makerSells: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  makerBuys: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  takerSlack: fc.integer({ min: -1, max: 2 }),
  part: fc.integer({ min: 1, max: 105 }),
  shift: fc.integer({ min: -1, max: 2 }),
  makerFeeBps: upTo(210n),
  takerFeeBps: upTo(210n),
  rebatePart: upTo(11n),
});

describe('a batch that core/settlement has encoded, on a real chain', () => {
  let chain: ExchangeChain;

  beforeAll(async () => {
    chain = await startExchangeChain();
  });

  afterAll(async () => {
    await chain.stop();
  });

  function call(trades: readonly BatchTrade[]): string {
    const batch = encodeBatch(trades, (token) => {
      const index = chain.tokens.indexOf(token);
      return index < 0 ? undefined : index + 1;
    });
    assert(batch.ok, 'the batch is encoded');
    const { privateKey } = walletAt(7);
    const attestation = attestBatch(privateKey, chain.domain, 1n, FOREVER, batch.value);
    return encodeSettleBatch(1n, FOREVER, batch.value, attestation);
  }

  it('fails by the same rule that core names, for amounts around every limit', async () => {
    const [aaa, bbb] = chain.tokens;
    const seen = new Set<string>();
    const check = async (s: typeof scenario extends fc.Arbitrary<infer T> ? T : never, nonce: number) => {
      const makerTerms = termsOf(aaa, s.makerSells, bbb, s.makerBuys, nonce);
      const takerSells = s.makerBuys + BigInt(s.takerSlack);
      const takerTerms = termsOf(bbb, takerSells > 0n ? takerSells : 1n, aaa, s.makerSells, nonce);
      const makerAmount = (s.makerSells * BigInt(s.part)) / 100n;
      const exact = (makerAmount * s.makerBuys) / s.makerSells + BigInt(s.shift);
      const takerAmount = exact > 0n ? exact : 0n;
      const takerFee = (makerAmount * s.takerFeeBps) / 10_000n;
      const amounts: TradeAmounts = {
        makerAmount: amount(makerAmount),
        takerAmount: amount(takerAmount),
        makerFee: amount((takerAmount * s.makerFeeBps) / 10_000n),
        takerFee: amount(takerFee),
        makerRebate: amount((takerFee * s.rebatePart) / 10n),
        rebateToken: 'sell',
      };
      const maker = await chain.sign(walletAt(5), makerTerms);
      const taker = await chain.sign(walletAt(6), takerTerms);
      const data = call([{ id: tradeId(nonce), amounts, maker, taker }]);
      const returned = await chain.provider.call({ from: chain.settler, to: chain.exchange, data });
      const expected =
        brokenRule(amounts, { ...makerTerms, sold: NONE }, { ...takerTerms, sold: NONE }, MAX_FEE_BPS) ??
        'OK';
      expect(decodeSettleBatchCodes(returned)).toEqual([expected]);
      seen.add(expected);
    };
    const samples = fc.sample(scenario, { seed: 7, numRuns: 150 });
    for (const [index, sample] of samples.entries()) await check(sample, index + 1);
    expect([...seen].sort()).toEqual(['FEE', 'OK', 'OVERFILL', 'PRICE', 'REBATE', 'ZERO_AMOUNT'].sort());
  }, 120_000);

  it('settles, and its event tells the trade that was encoded', async () => {
    const [aaa, bbb] = chain.tokens;
    const maker = await chain.sign(walletAt(5), termsOf(aaa, 10n ** 18n, bbb, 2n * 10n ** 18n, 9001));
    const taker = await chain.sign(walletAt(6), termsOf(bbb, 2n * 10n ** 18n, aaa, 10n ** 18n, 9001));
    const amounts: TradeAmounts = {
      makerAmount: amount(10n ** 18n),
      takerAmount: amount(2n * 10n ** 18n),
      makerFee: amount(0n),
      takerFee: amount(10n ** 15n),
      makerRebate: amount(10n ** 14n),
      rebateToken: 'sell',
    };
    const id = tradeId(5 * 2 ** 40 + 17);
    const block = await chain.send(walletAt(0), chain.exchange, call([{ id, amounts, maker, taker }]));
    const logs = await chain.provider.getLogs({ address: chain.exchange, fromBlock: block, toBlock: block });
    expect(logs.map((log) => decodeEvent(log))).toEqual([
      {
        kind: 'TradeSettled',
        tradeId: BigInt(id),
        maker: maker.account,
        taker: taker.account,
        makerOrder: maker.orderHash,
        takerOrder: taker.orderHash,
        makerAmount: amounts.makerAmount,
        takerAmount: amounts.takerAmount,
        makerFee: amounts.makerFee,
        takerFee: amounts.takerFee,
        makerRebate: amounts.makerRebate,
        rebateInBoughtToken: false,
        makerSellTokenId: 1,
        takerSellTokenId: 2,
      },
      { kind: 'BatchSettled', batchId: 1n, settled: 1, failed: 0 },
    ]);
  });
});
