import { expect, it } from '@jest/globals';
import { type Message, type StrictClient, StrictClient as Client } from '@exchange/test/seed-client';
import type { StrictTrader } from '../../kit/strict-trader';
import { otherFormat, type StrictMarket, UNIT } from './market';

/** Of what a taker buys: 0.25 %, rounded down. */
const feeOf = (bought: bigint): bigint => (bought * 25n) / 10_000n;
const FUNDED = { settled: 0, usable: 1, blocked: -1 };
const FINAL = { settled: 1, usable: 1, blocked: -1 };

const orderUntil = (client: StrictClient, id: number, isIt: (order: Message<'orderStatus'>) => boolean) =>
  client.told('orderStatus', (order) => order.id === id && isIt(order));

/** Subscriptions; fills as maker and as taker; what each side and everybody is told. */
export function tradeCases(opened: () => StrictMarket): void {
  it('subscribes to a market that is empty', async () => {
    const { watcher, market } = opened();
    await watcher.call('subscribe', { markets: [market], events: ['trades', 'ticker', 'book20d5'] });
    expect(await watcher.told('tradeSnapshot', (_, { channel }) => channel === market)).toEqual([]);
    expect(await watcher.told('orderBookSnapshot', (_, { channel }) => channel === market)).toEqual([]);
    expect(await watcher.told('ticker', (_, { channel }) => channel === market)).toEqual({
      ...{ rate: '0', change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0', high24h: '0', low24h: '0' },
    });
  });

  it('subscribes to a coarse book and to rates on another connection', async () => {
    const { watcher, market, manner } = opened();
    const other = await Client.open(opened().chain.endpoints.ws, manner.mode);
    expect(await other.call('subscribe', { markets: [market], events: ['bookd1'] })).toEqual([]);
    const rate = await other.call('subscribe', { markets: ['ETHEUR', 'ETHUSD'], events: ['rate'] });
    expect(['number', 'string']).toContain(typeof rate);
    expect(await other.call('unSubscribe', { markets: [market], events: ['bookd1'] })).toBe('unsubscribed');
    await expect(other.call('subscribe', { markets: ['NONE'], events: ['trades'] })).rejects.toThrow(
      /^UNKNOWN_MARKET: /,
    );
    other.close();
    expect(await watcher.call('ping')).toBe('pong');
  });

  it('fills as maker and as taker', async () => {
    const { ann, ben, market, manner, watcher } = opened();
    const [traded, quote] = manner.tokens;
    const wish = opened().sell(4n * UNIT, 300n, manner.format, { cid: 11 });
    const { command, hash } = await ann.signed(wish);
    const maker = await ann.client.call('placeOrder', command);
    expect(maker).toMatchObject({
      ...{ cid: 11, hash, market, active: true, canceled: false, sellToken: traded, buyToken: quote },
      ...{ sellTokenAmount: 4n * UNIT, sellTokenRemaining: 4n * UNIT, sellTokenBookAmount: 4n * UNIT },
      ...{ buyTokenAmount: 1200n * UNIT, buyTokenBookAmount: 1200n * UNIT, bookRate: '300' },
      ...{
        stopRate: null,
        peggedCurrency: null,
        peggedRate: null,
        hidden: false,
        trades: [],
        infoString: '',
      },
      nonce: command.nonce,
    });
    const line = { direction: 0, rate: '300', amount: 4n * UNIT, orderCount: 1 };
    expect(await watcher.told('orderBookUpdate', (_, { channel }) => channel === market)).toEqual(line);

    const taker = await ben.place(opened().buy(UNIT, 301n, otherFormat(manner.format)));
    const done = await orderUntil(ben.client, taker.id, ({ active }) => !active);
    expect(done).toMatchObject({ canceled: false, buyTokenRemaining: 0n, trades: [expect.any(Number)] });
    const [tradeId] = done.trades;
    const shared = { id: tradeId, market, rate: '300', amount: UNIT, settlementFee: 0n, makerRebate: 0n };
    const pushed = (client: StrictClient) =>
      client.told('userTrade', ({ id }, { channel }) => id === tradeId && channel === market);
    expect(await pushed(ben.client)).toMatchObject({
      ...{ ...shared, direction: 1, tradeFee: feeOf(UNIT), involvedOrderId: taker.id, involvedOrderCid: 0 },
    });
    const asMaker = { tradeFee: 0n, involvedOrderId: maker.id, involvedOrderCid: 11 };
    expect(await pushed(ann.client)).toMatchObject({ ...shared, direction: 0, ...asMaker });
    const remainder = await orderUntil(ann.client, maker.id, ({ trades }) => trades.length === 1);
    expect(remainder).toMatchObject({
      active: true,
      sellTokenRemaining: 3n * UNIT,
      buyTokenBookAmount: 900n * UNIT,
    });

    const trade = await watcher.told('trade', ({ id }) => id === tradeId);
    expect(trade).toMatchObject({ rate: '300', amount: UNIT });
    const newest = await watcher.told(
      'ticker',
      (ticker, { channel }) => channel === market && ticker.rate === '300',
    );
    expect(newest).toMatchObject({
      high24h: '300',
      low24h: '300',
      volumeTraded24h: '1',
      volumeQuote24h: '300',
    });
    await watcher.told('orderBookUpdate', ({ amount }) => amount === 3n * UNIT);
  });

  it('fills the other way round, the roles changed', async () => {
    const { ann, ben, manner } = opened();
    const maker = await ben.place(opened().buy(2n * UNIT, 250n, manner.format, { cid: 12, postOnly: true }));
    const taker = await ann.place(
      opened().sell(UNIT, 250n, otherFormat(manner.format), { immediateOrCancel: true }),
    );
    const done = await orderUntil(ann.client, taker.id, ({ trades }) => trades.length > 0);
    const [tradeId] = done.trades;
    const mine = await ann.client.told('userTrade', ({ id }) => id === tradeId);
    expect(mine).toMatchObject({ direction: 0, tradeFee: feeOf(250n * UNIT), involvedOrderId: taker.id });
    const theirs = await ben.client.told('userTrade', ({ id }) => id === tradeId);
    expect(theirs).toMatchObject({
      direction: 1,
      tradeFee: 0n,
      involvedOrderId: maker.id,
      involvedOrderCid: 12,
    });
  });

  it('is told what each trade changed, with one mark for each change, until it is settled', async () => {
    const { ann, ben, manner } = opened();
    const [traded, quote] = manner.tokens;
    const entriesOf = async ({ client }: StrictTrader, usable: readonly [string, bigint, bigint][]) => {
      const changes = usable.map(([token, amount, fees]) => ({
        ...{ token, amount, fees, netAmount: amount - fees },
      }));
      const isIt = (entry: Message<'ledgerEntryStatus'>) =>
        entry.type === 'trade' && entry.changes[0]?.amount === changes[0]?.amount;
      const first = await client.told('ledgerEntryStatus', isIt);
      expect(first).toMatchObject({ changes, applied: [FUNDED, FUNDED], signature: {}, canceled: false });
      const last = await client.told('ledgerEntryStatus', (entry) => {
        return entry.id === first.id && entry.applied.every(({ settled }) => settled === 1);
      });
      expect(last).toMatchObject({ changes, applied: [FINAL, FINAL], canceled: false });
      expect([last.transactionHash, last.blockNumber, last.blockHash]).not.toContain(null);
    };
    await entriesOf(ann, [
      [traded, -UNIT, 0n],
      [quote, 300n * UNIT, 0n],
    ]);
    await entriesOf(ben, [
      [quote, -300n * UNIT, 0n],
      [traded, UNIT, feeOf(UNIT)],
    ]);
  });
}
