import { describe, expect, it } from '@jest/globals';
import { type OrderId, replacementId, tradeId } from '@exchange/core/kernel';
import type { AttestationRefusal } from '@exchange/core/message';
import fc from 'fast-check';
import {
  accountOf,
  hashOf,
  knownTrade,
  legOf,
  NOW,
  recordOf,
  type Scene,
  sceneOf,
  units,
  USDC,
  withAmounts,
  withMakerTerms,
} from '../../test/attestation.fixture';
import type { EncodedBatch } from '../encode-batch';
import { ATTESTATION_CHECKS, checksWithout } from './attestation-checks';
import { judgeBatch } from './judge-batch';
import type { KnownTrade } from './known-trade';

const IDS = [1_000_003, 1_000_036, 1_004_096];
const batch = () => IDS.map((id) => knownTrade(id));
const good = sceneOf(batch());

const asked = (change: Partial<Scene['request']>): Scene => ({
  ...good,
  request: { ...good.request, ...change },
});
/** The first trade is known otherwise than the batch has it, or the other way about. */
const first = (change: Partial<KnownTrade>) => [knownTrade(IDS[0] ?? 0, change), ...batch().slice(1)];
const ledgerSays = (change: Parameters<typeof legOf>[2]): Scene =>
  sceneOf(first({ maker: legOf('maker', IDS[0] ?? 0, change) }), {
    trade: (trade) => ({ ...trade, amounts: { ...trade.amounts, makerAmount: units(1_000n) } }),
  });
const words = (change: (words: EncodedBatch) => EncodedBatch) => sceneOf(batch(), { words: change });
const flipped = (word: string, bit: number) =>
  `0x${(BigInt(word) ^ (1n << BigInt(bit))).toString(16).padStart(64, '0')}`;

/** For each check a batch that only this check refuses. */
const NEEDED: Readonly<Record<string, Scene>> = {
  WRONG_CHAIN: asked({ chainId: 1 }),
  WRONG_CONTRACT: asked({ contract: accountOf(6_001) }),
  VALID_TOO_LONG: asked({ validUntil: NOW + 901 }),
  TRIAL_TOO_LONG: asked({ batchId: 0, validUntil: NOW + 61 }),
  BATCH_TAKEN: { ...good, isTaken: true },
  TRADE_TWICE: words(({ orders, trades }) => ({ orders, trades: [...trades, ...trades.slice(0, 1)] })),
  UNUSED_ORDER: words(({ orders, trades }) => ({ orders: [...orders, ...orders.slice(0, 1)], trades })),
  REVERSED: sceneOf(first({ isReversed: true })),
  TRADE_ID: sceneOf(batch(), { trade: (trade) => ({ ...trade, id: replacementId(trade.id) }) }),
  MAKER_AMOUNT: sceneOf(batch(), { trade: withAmounts({ makerAmount: units(999n) }) }),
  TAKER_AMOUNT: sceneOf(batch(), { trade: withAmounts({ takerAmount: units(200_001n) }) }),
  MAKER_FEE: sceneOf(batch(), { trade: withAmounts({ makerFee: units(8n) }) }),
  TAKER_FEE: sceneOf(batch(), { trade: withAmounts({ takerFee: units(12n) }) }),
  REBATE: sceneOf(batch(), { trade: withAmounts({ makerRebate: units(6n) }) }),
  REBATE_TOKEN: words(({ orders, trades }) => ({
    orders,
    trades: trades.map((trade) => ({ ...trade, ids: flipped(trade.ids, 128) })),
  })),
  TRADE_PADDING: words(({ orders, trades }) => ({
    orders,
    trades: trades.map((trade) => ({ ...trade, ids: flipped(trade.ids, 159) })),
  })),
  LEG_MARKET: ledgerSays({ market: 'DAIETH' as never }),
  LEG_ORDER: ledgerSays({ orderId: 1 as OrderId }),
  LEG_ACCOUNT: ledgerSays({ account: accountOf(77) }),
  LEG_SOLD: ledgerSays({ sold: units(999n) }),
  LEG_BOUGHT: ledgerSays({ bought: units(199_999n) }),
  ORDER_ACCOUNT: words(({ orders, trades }) => ({
    orders: orders.map((order) => ({ ...order, terms: flipped(order.terms, 96) })),
    trades,
  })),
  ORDER_SELL_TOKEN: sceneOf(batch(), { trade: withMakerTerms({ sellToken: USDC }) }),
  ORDER_BUY_TOKEN: sceneOf(batch(), { trade: withMakerTerms({ buyToken: USDC }) }),
  ORDER_SELL_AMOUNT: sceneOf(batch(), { trade: withMakerTerms({ sellAmount: units(1n) }) }),
  ORDER_BUY_AMOUNT: sceneOf(batch(), { trade: withMakerTerms({ buyAmount: units(1n) }) }),
  ORDER_EXPIRY: sceneOf(batch(), { trade: withMakerTerms({ expiry: NOW }) }),
  ORDER_NONCE: sceneOf(batch(), { trade: withMakerTerms({ nonce: 1 }) }),
  ORDER_FLAGS: words(({ orders, trades }) => ({
    orders: orders.map((order) => ({ ...order, tokens: flipped(order.tokens, 216) })),
    trades,
  })),
  ORDER_PADDING: words(({ orders, trades }) => ({
    orders: orders.map((order) => ({ ...order, tokens: flipped(order.tokens, 0) })),
    trades,
  })),
  ORDER_SIGNATURE: words(({ orders, trades }) => ({
    orders: orders.map((order) => ({ ...order, r: hashOf(1) })),
    trades,
  })),
};

const all = Object.entries(ATTESTATION_CHECKS).flatMap(([kind, checks]) =>
  (checks as { refusal: AttestationRefusal }[]).map(({ refusal }) => [refusal, kind] as const),
);

describe('judging a batch', () => {
  it('lets pass what engine and ledger said', () => {
    expect(judgeBatch(good.request, recordOf(good))).toEqual({ ok: true, tradeIds: IDS });
  });

  it('lets pass an empty batch, which only uses up a nonce, and a short trial', () => {
    for (const scene of [asked({ orders: '0x', trades: '0x' }), asked({ batchId: 0, validUntil: NOW + 60 })])
      expect(judgeBatch(scene.request, recordOf(scene))).toMatchObject({ ok: true });
  });

  it.each(all)('is refused for %s, which no other check would find', (refusal) => {
    const scene = NEEDED[refusal];
    if (!scene) throw new Error(`no batch shows that ${refusal} is needed`);
    expect(judgeBatch(scene.request, recordOf(scene))).toMatchObject({ ok: false, reason: refusal });
    expect(judgeBatch(scene.request, recordOf(scene), checksWithout(refusal))).toMatchObject({ ok: true });
  });

  it('names the trades that are to be left out', () => {
    const scene = sceneOf([...batch().slice(0, 2), knownTrade(1_004_096, { isReversed: true })]);
    const judged = judgeBatch(scene.request, recordOf(scene));
    expect(judged).toEqual({ ok: false, reason: 'REVERSED', tradeIds: [1_004_096] });
  });

  it('takes the replacement of an id that the contract spent, and that alone', () => {
    const spent = sceneOf([knownTrade(7, { isSpent: true })]);
    expect(judgeBatch(spent.request, recordOf(spent))).toMatchObject({ reason: 'TRADE_ID' });
    const replaced = sceneOf([knownTrade(7, { isSpent: true })], {
      trade: (trade) => ({ ...trade, id: replacementId(tradeId(7)) }),
    });
    expect(judgeBatch(replaced.request, recordOf(replaced))).toEqual({ ok: true, tradeIds: [2 ** 52 + 7] });
  });

  it.each<[AttestationRefusal, Scene]>([
    ['UNKNOWN_TRADE', { ...good, known: good.known.slice(1) }],
    ['UNREPORTED', { ...good, known: first({ report: undefined }) }],
    ['ONE_SIDED', { ...good, known: first({ maker: undefined }) }],
    ['ONE_SIDED', { ...good, known: first({ taker: undefined }) }],
    ['MALFORMED', asked({ orders: good.request.orders.slice(0, -64) })],
    ['MALFORMED', asked({ trades: good.request.trades.slice(0, -64) })],
    ['BAD_INDEX', asked({ orders: '0x' })],
    [
      'UNKNOWN_TRADE',
      words(({ orders, trades }) => ({
        orders,
        trades: trades.map((trade) => ({ ...trade, ids: flipped(trade.ids, 255) })),
      })),
    ],
  ])('says %s of what can not be judged', (reason, scene) => {
    expect(judgeBatch(scene.request, recordOf(scene))).toMatchObject({ ok: false, reason });
  });

  it('waits for tokens and blocks that its own node has not shown yet', () => {
    const record = recordOf(good);
    expect(judgeBatch(good.request, { ...record, tokenOf: () => undefined })).toMatchObject({
      reason: 'UNKNOWN_TOKEN',
    });
    expect(judgeBatch(good.request, { ...record, now: undefined })).toMatchObject({
      reason: 'CHAIN_UNKNOWN',
    });
  });

  it('refuses a batch of which any byte is another', () => {
    const { orders, trades } = good.request;
    const bytes = (hex: string) => (hex.length - 2) / 2;
    const changed = (hex: string, at: number, mask: number) => {
      const value = Number.parseInt(hex.slice(2 + 2 * at, 4 + 2 * at), 16) ^ mask;
      return `${hex.slice(0, 2 + 2 * at)}${value.toString(16).padStart(2, '0')}${hex.slice(4 + 2 * at)}`;
    };
    const mask = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(fc.nat(bytes(orders) + bytes(trades) - 1), mask, (at, bits) => {
        const inOrders = at < bytes(orders);
        const scene = inOrders
          ? asked({ orders: changed(orders, at, bits) })
          : asked({ trades: changed(trades, at - bytes(orders), bits) });
        expect(judgeBatch(scene.request, recordOf(scene)).ok).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });
});
