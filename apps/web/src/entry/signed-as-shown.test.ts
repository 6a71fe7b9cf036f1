import { afterEach, describe, expect, it } from '@jest/globals';
import { type ExchangeClient, type Signer, smallestUnits } from '@exchange/client';
import { formatRate, rateKey, wholeTokens } from '@exchange/core/kernel';
import type { OrderMessage } from '@exchange/core/order';
import { packet } from '@exchange/core/wire';
import fc from 'fast-check';
import { orderPacket, placedOrder, ScriptedExchange } from '../own/scripted-exchange.fixture';
import { entryText } from '../text/entry';
import { asTyped, type DecimalSign } from '../typed/typed-decimal';
import { type EntryDraft, EXECUTIONS, type EntryKind } from './draft';
import { type EntryMarket, tokensOf } from './entry-market';
import { OrderDesk } from './order-desk';
import { contextWith, draftWith, listedWith } from './order-plan.fixture';
import { planOrder } from './plan';
import type { PlannedOrder } from './plan-context';
import { orderWords, previewLines } from './words';

const clients: ExchangeClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

const time = (seconds: number) => String(seconds);
const KINDS: readonly EntryKind[] = ['limit', 'market', 'stop', 'pegged'];

/** A desk at an exchange of tokens with so many decimals, and what its wallet is asked to sign. */
async function deskWith(traded: number, quote: number) {
  const listed = listedWith(traded, quote);
  const exchange = new ScriptedExchange((command, rid) => {
    if (command.c === 'getListed') return [packet(0, 'listed', listed, rid)];
    return command.c === 'placeOrder' ? [orderPacket(placedOrder(command, command.nonce), rid)] : undefined;
  });
  const { client, signer } = await exchange.loggedIn();
  clients.push(client);
  const asked: OrderMessage[] = [];
  const wallet: Signer = {
    ...{ address: signer.address, signMessage: (message) => signer.signMessage(message) },
    signTypedData: (domain, types, message) => {
      asked.push(message as OrderMessage);
      return signer.signTypedData(domain, types, message);
    },
  };
  const desk = new OrderDesk(client, (sign) => sign(wallet, 'signTypedData'));
  return { ...{ desk, exchange, asked }, context: contextWith({ usable: undefined }, listed) };
}

/** What somebody may type, in one of both ways of writing, for a traded token with so many decimals. */
const drafts = (decimals: number): fc.Arbitrary<readonly [EntryDraft, DecimalSign]> => {
  const units = fc.bigInt({ min: 10n ** BigInt(decimals) / 100n + 1n, max: 10n ** BigInt(decimals + 4) });
  const rates = fc.integer({ min: 180_000, max: 360_000 }).map((key) => formatRate(rateKey(key)));
  const signs = fc.constantFrom<DecimalSign>('.', ',');
  const kinds = fc
    .constantFrom(...KINDS)
    .chain((kind) => fc.constantFrom(...EXECUTIONS[kind]).map((execution) => ({ kind, execution })));
  const all = fc.tuple(
    units,
    rates,
    rates,
    signs,
    kinds,
    fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
    units,
  );
  return all.map(([amount, rate, other, sign, kind, side, part]) => {
    const written = (text: string) => asTyped(sign === ',' ? text.replace('.', ',') : text, sign);
    const mayRest = kind.execution === 'none' || kind.execution === 'postOnly';
    const offered = mayRest && part < amount ? written(wholeTokens(part, decimals)) : '';
    const texts = { amount: written(wholeTokens(amount, decimals)), rate: written(rate) };
    const others = { stopRate: written(other), peggedRate: written(other), offered };
    return [draftWith({ ...kind, side, ...texts, ...others }), sign] as const;
  });
};

/** Amount times rate in smallest units of the quote token: up for who buys, down for who sells. Written apart from the code. */
function quoteOf({ side, amount, rate }: PlannedOrder, quote: number): bigint {
  const digits = (text: string) => BigInt(text.replace('.', ''));
  const places = (text: string) => text.split('.')[1]?.length ?? 0;
  const above = digits(amount) * digits(rate) * 10n ** BigInt(quote);
  const below = 10n ** BigInt(places(amount) + places(rate));
  return side === 'buy' ? (above + below - 1n) / below : above / below;
}

/** The figures that the page shows of an order, read back in smallest units. */
function shownOf(order: PlannedOrder, market: EntryMarket) {
  const lines = new Map(previewLines(order, market, time));
  const { sold, bought } = tokensOf(market, order.side);
  const units = (label: string, { decimals }: typeof sold) =>
    smallestUnits(lines.get(label)?.split(' ')[0] ?? '', decimals);
  return [units(entryText.preview.pays, sold), units(entryText.preview.gets, bought)] as const;
}

const SENT = 8;

describe.each([
  [18, 18],
  [18, 6],
  [8, 2],
  [6, 27],
  [27, 18],
  [2, 8],
])('an order of a token with %i decimals for one with %i', (traded, quote) => {
  it('shows the amounts of its terms, the quote amount rounded up for a buy and down for a sell', () => {
    let planned = 0;
    const property = fc.property(drafts(traded), ([draft, sign]) => {
      const context = contextWith({ usable: undefined, sign }, listedWith(traded, quote));
      const { order } = planOrder(draft, context);
      // Units that are too coarse for the rate are refused: nothing is signed then.
      if (order === undefined) return;
      planned += 1;
      const { market } = context;
      const [pays, gets] = shownOf(order, market);
      expect([pays, gets]).toEqual([order.terms.sellAmount, order.terms.buyAmount]);
      const [amount, total] = order.side === 'buy' ? [gets, pays] : [pays, gets];
      expect(total).toBe(quoteOf(order, quote));
      const [sentence] = orderWords(order, market, time);
      expect(sentence).toContain(` ${wholeTokens(amount, traded)} ETH at ${order.rate} DAI `);
      expect(sentence).toContain(` for ${wholeTokens(total, quote)} DAI at `);
    });
    fc.assert(property, { numRuns: 200 });
    expect(planned).toBeGreaterThan(100);
  });

  it('is signed and sent with the figures that are shown', async () => {
    const { desk, exchange, asked, context } = await deskWith(traded, quote);
    const orders = fc.sample(drafts(traded), 4 * SENT).flatMap(([draft, sign]) => {
      const { order } = planOrder(draft, { ...context, sign, nowMs: Date.now() });
      return order === undefined ? [] : [order];
    });
    expect(orders.length).toBeGreaterThanOrEqual(SENT);
    for (const order of orders.slice(0, SENT)) {
      expect(await desk.place(order)).toBe(true);
      const [sellAmount, buyAmount] = shownOf(order, context.market).map(String);
      const { expiry } = order.terms;
      const signed = { sellTokenAmount: sellAmount, buyTokenAmount: buyAmount, expiry };
      expect(asked.at(-1)).toMatchObject(signed);
      expect(exchange.sent('placeOrder').at(-1)).toMatchObject({ sellAmount, buyAmount, ...order.options });
    }
  });
});
