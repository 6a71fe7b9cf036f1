import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  authMessage,
  balanceArray,
  barArray,
  bookLine,
  bookSnapshotArray,
  bookUpdateArray,
  delegateArray,
  historicalLedgerEntriesPacket,
  historicalOrdersPacket,
  historicalTradesPacket,
  ledgerEntryArray,
  marketTradeArray,
  orderArray,
  tickerArray,
  userTradeArray,
  userTradesPacket,
} from './encode';
import { SEED_DIALECT } from './dialect';
import { packet, type Packet } from './packet';
import {
  digits,
  address,
  hex,
  id,
  orNull,
  rate,
  signature,
  order,
  entry,
  userTrade,
  publicTrade,
  travel,
} from '../test/random-view.fixture';

const trip = <T>(
  values: fc.Arbitrary<T>,
  send: (value: T) => Packet,
  expected: (value: T) => object,
): void => {
  fc.assert(
    fc.property(values, (value) => {
      expect(travel(send(value))).toMatchObject(expected(value));
    }),
    { numRuns: 40 },
  );
};

describe('what a packet shows comes back by name', () => {
  it('order', () => {
    trip(
      order,
      (o) => packet(0, 'orderStatus', orderArray(o), 5),
      (o) => ({ event: 'orderStatus', rid: 5, order: o }),
    );
    trip(
      fc.array(order),
      (o) => packet(0, 'activeOrderSnapshot', o.map(orderArray)),
      (orders) => ({ orders }),
    );
    trip(
      fc.array(order),
      (o) => historicalOrdersPacket(o, {}),
      (orders) => ({ event: 'historicalOrders', orders }),
    );
  });

  it('ledger entry', () => {
    trip(
      entry,
      (e) => packet(0, 'ledgerEntryStatus', ledgerEntryArray(e)),
      (e) => ({ rid: undefined, entry: e }),
    );
    trip(
      fc.array(entry),
      (e) => historicalLedgerEntriesPacket(e, {}),
      (entries) => ({ entries }),
    );
    trip(
      fc.array(entry),
      (e) => packet(0, 'pendingLedgerEntrySnapshot', e.map(ledgerEntryArray)),
      (entries) => ({
        event: 'pendingLedgerEntrySnapshot',
        entries,
      }),
    );
  });

  it('user trade, told from the trade snapshot that shares its id', () => {
    trip(
      userTrade,
      (t) => packet(t.market, 'userTrade', userTradeArray(t)),
      (trade) => ({ event: 'userTrade', trade }),
    );
    trip(
      userTrade,
      (t) => packet(t.market, 'userTrade', userTradeArray(t), 1, 'distinct'),
      (trade) => ({
        event: 'userTrade',
        trade,
      }),
    );
    trip(
      fc.array(publicTrade),
      (t) => packet('ETHDAI', 'tradeSnapshot', t.map(marketTradeArray)),
      (trades) => ({
        event: 'tradeSnapshot',
        market: 'ETHDAI',
        trades,
      }),
    );
  });

  it('user trades, told from the cancellation signature that shares their id', () => {
    trip(
      fc.array(userTrade),
      (t) => userTradesPacket(t, {}),
      (trades) => ({ event: 'userTrades', trades }),
    );
    for (const naming of ['seed', 'distinct'] as const) {
      trip(
        signature,
        (s) => packet(0, 'orderCancellationSignature', { signature: s }, 1, naming),
        (s) => ({ event: 'orderCancellationSignature', signature: s }),
      );
    }
  });

  it('balance, delegate, auth', () => {
    const balance = fc.record({ token: fc.string(), settled: digits, usable: digits, blocked: digits });
    trip(
      balance,
      (b) => packet(0, 'balanceStatus', balanceArray(b)),
      (b) => ({ balance: b }),
    );
    const delegate = fc.record({
      delegate: address,
      active: fc.boolean(),
      accepted: fc.boolean(),
      removalSignature: signature,
      label: fc.string(),
      isTradingLogin: fc.boolean(),
    });
    trip(
      delegate,
      (d) => packet(0, 'delegateStatus', delegateArray(d)),
      (d) => ({ delegate: d }),
    );
    trip(
      fc.array(delegate),
      (d) => packet(0, 'delegateSnapshot', d.map(delegateArray)),
      (delegates) => ({ delegates }),
    );
    const auth = fc.record({
      status: fc.constantFrom('authenticated' as const, 'loggedOff' as const),
      address,
      session: orNull(hex),
      delegate: address,
    });
    trip(
      auth,
      (a) => packet(0, 'auth', authMessage(a)),
      (a) => ({ event: 'auth', auth: a }),
    );
  });

  it('book lines, trades, ticker', () => {
    const line = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      rate,
      amount: digits,
      count: id,
    });
    trip(
      line,
      (l) => packet('ETHDAI', 'orderBookUpdate', bookLine(l)),
      (l) => ({ market: 'ETHDAI', line: l }),
    );
    trip(
      fc.array(line),
      (l) => packet('ETHDAI', 'orderBookSnapshot', l.map(bookLine)),
      (lines) => ({ lines }),
    );
    const at = { seq: id, checksum: id, lines: fc.array(line) };
    trip(
      fc.record(at),
      (book) => packet('ETHDAI', 'sequencedBookSnapshot', bookSnapshotArray(book)),
      (book) => ({ event: 'sequencedBookSnapshot', market: 'ETHDAI', ...book }),
    );
    trip(
      fc.record({ previousSeq: id, ...at }),
      (update) => packet('ETHDAI', 'sequencedBookUpdate', bookUpdateArray(update)),
      (update) => ({ event: 'sequencedBookUpdate', market: 'ETHDAI', ...update }),
    );
    trip(
      publicTrade,
      (t) => packet('ETHDAI', 'trade', marketTradeArray(t)),
      (trade) => ({ event: 'trade', trade }),
    );
    trip(
      fc.array(publicTrade),
      (t) => historicalTradesPacket(t, {}),
      (trades) => ({ channel: 0, trades }),
    );
    const ticker = {
      rate: '1',
      change24h: '-2',
      volumeTraded24h: '3',
      volumeQuote24h: '4',
      high24h: '5',
      low24h: '6',
    };
    expect(travel(packet('ETHDAI', 'ticker', tickerArray(ticker)))).toMatchObject({
      market: 'ETHDAI',
      ticker,
    });
  });

  it('bars as numbers, with the quote volume only for distinct events', () => {
    const bar = {
      time: 60_000,
      open: '1.5',
      high: '2',
      low: '1',
      close: '1.2',
      volume: '10',
      volumeQuote: '14',
    };
    const distinct = { ...SEED_DIALECT, naming: 'distinct' } as const;
    expect(barArray(bar)).toEqual([60_000, 1.5, 2, 1, 1.2, 10]);
    expect(barArray(bar, { naming: 'seed', barTime: 'seconds' })).toEqual([60, 1.5, 2, 1, 1.2, 10]);
    expect(barArray(bar, { naming: 'distinct', barTime: 'seconds' })).toEqual([60, 1.5, 2, 1, 1.2, 10, 14]);
    expect(barArray(bar, distinct)).toEqual([60_000, 1.5, 2, 1, 1.2, 10, 14]);
    expect(travel(packet('ETHDAI', 'bar', barArray(bar)))).toMatchObject({
      bar: { close: 1.2, volume: 10 },
    });
    expect(
      travel(
        packet('ETHDAI', 'barData', {
          bars: [barArray(bar, distinct)],
          from: 1,
          to: 2,
          precision: '1m',
          last: true,
        }),
      ),
    ).toMatchObject({
      bars: [{ volumeQuote: 14 }],
      last: true,
    });
  });
});
