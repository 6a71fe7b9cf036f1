import { describe, expect, it } from '@jest/globals';
import { reject } from '@exchange/core/kernel';
import fc from 'fast-check';
import { configObject, type ConfigView } from './config';
import { decodeFrame, decodePacket, MalformedPacketError, type ServerPacket } from './decode';
import {
  authMessage,
  balanceArray,
  barArray,
  bookLine,
  delegateArray,
  errorPacket,
  feeTierArray,
  historicalLedgerEntriesPacket,
  historicalOrdersPacket,
  historicalTradesPacket,
  ledgerEntryArray,
  marketTradeArray,
  orderArray,
  ppmNumber,
  reconnectPacket,
  tickerArray,
  userTradeArray,
  userTradesPacket,
} from './encode';
import { listedObject, restListedObject, tokenInfoObject } from './listing';
import { EVENT_IDS, eventId, frameText, packet, type Packet, packetText } from './packet';
import type { EntryView, OrderView, PublicTradeView, SignatureView, UserTradeView } from './views';

const digits = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(String);
const signed = fc.bigInt({ min: -(2n ** 128n) + 1n, max: 2n ** 128n - 1n }).map(String);
const id = fc.maxSafeNat();
const hex = fc.constantFrom(`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`);
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const rate = fc.constantFrom('0.6483', '300', '0.00000001');
const mark = fc.constantFrom(1, 0, -1) as fc.Arbitrary<1 | 0 | -1>;
const signature = fc.record(
  { v: fc.constantFrom(27, 28), r: hex, s: hex, nonce: id, deadline: id },
  { requiredKeys: [] },
) as fc.Arbitrary<SignatureView>;

const order: fc.Arbitrary<OrderView> = fc.record({
  id,
  cid: id,
  hash: hex,
  market: fc.string(),
  active: fc.boolean(),
  canceled: fc.boolean(),
  sellToken: fc.string(),
  buyToken: fc.string(),
  sellAmount: digits,
  buyAmount: digits,
  sellRemaining: digits,
  buyRemaining: digits,
  sellBook: digits,
  buyBook: digits,
  bookRate: rate,
  stopRate: orNull(rate),
  peggedCurrency: orNull(fc.string()),
  peggedRate: orNull(rate),
  hidden: fc.boolean(),
  trades: fc.array(id),
  info: fc.string(),
  nonce: id,
  timestamp: id,
  lastActive: id,
});
const entry: fc.Arbitrary<EntryView> = fc.record({
  id,
  type: fc.constantFrom('deposit' as const, 'trade' as const, 'withdrawal' as const),
  changes: fc.array(fc.record({ token: fc.string(), amount: signed, fees: signed, net: signed })),
  applied: fc.tuple(mark, mark, mark),
  signature,
  transaction: orNull(hex),
  blockNumber: orNull(id),
  blockHash: orNull(hex),
  canceled: fc.boolean(),
  description: fc.string(),
  timestamp: id,
  lastUpdated: id,
});
const userTrade: fc.Arbitrary<UserTradeView> = fc.record({
  id,
  market: fc.string(),
  buy: fc.boolean(),
  rate,
  amount: digits,
  tradeFee: digits,
  settlementFee: digits,
  makerRebate: digits,
  rebateToken: fc.string(),
  timestamp: id,
  orderId: id,
  orderCid: id,
});
const publicTrade: fc.Arbitrary<PublicTradeView> = fc.record({
  id,
  market: fc.constant('ETHDAI'),
  buy: fc.boolean(),
  rate,
  amount: digits,
  timestamp: id,
});

/** Through the text of a frame and back. */
function travel(sent: Packet): ServerPacket {
  const [received] = decodeFrame(frameText([packetText(sent)]));
  if (received === undefined) throw new Error('no packet');
  return received;
}

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
      delegate: hex,
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
      address: hex,
      session: orNull(hex),
      delegate: hex,
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
    expect(barArray(bar)).toEqual([60_000, 1.5, 2, 1, 1.2, 10]);
    expect(barArray(bar, true)).toEqual([60_000, 1.5, 2, 1, 1.2, 10, 14]);
    expect(travel(packet('ETHDAI', 'bar', barArray(bar)))).toMatchObject({
      bar: { close: 1.2, volumeQuote: undefined },
    });
    expect(travel(packet('ETHDAI', 'barData', { bars: [barArray(bar, true)], last: true }))).toMatchObject({
      bars: [{ volumeQuote: 14 }],
      last: true,
    });
  });
});

describe('the order object', () => {
  it('has the 24 positions of the reference, null and empty where nothing is', () => {
    const view: OrderView = {
      id: 1,
      cid: 0,
      hash: '0xh',
      market: 'ETHDAI',
      active: true,
      canceled: false,
      sellToken: 'DAI',
      buyToken: 'ETH',
      sellAmount: '9',
      buyAmount: '10',
      sellRemaining: '11',
      buyRemaining: '12',
      sellBook: '13',
      buyBook: '14',
      bookRate: '15',
      stopRate: null,
      peggedCurrency: null,
      peggedRate: null,
      hidden: false,
      trades: [20],
      info: '',
      nonce: 22,
      timestamp: 23,
      lastActive: 24,
    };
    expect(JSON.stringify(orderArray(view))).toBe(
      '[1,0,"0xh","ETHDAI",true,false,"DAI","ETH","9","10","11","12","13","14","15",null,null,null,false,[20],"",22,23,24]',
    );
  });
});

describe('packets', () => {
  it('echo of a history request what it said', () => {
    expect(historicalOrdersPacket([], { market: 'ETHDAI', from: 1, limit: 5 }, 9)).toEqual([
      0,
      'ho',
      { orders: [], market: 'ETHDAI', from: 1, limit: 5 },
      9,
    ]);
    expect(historicalTradesPacket([], { market: 'ETHDAI', before: 3 })).toEqual([
      'ETHDAI',
      'ht',
      { trades: [], before: 3 },
    ]);
    expect(userTradesPacket([], { market: 'ETHDAI', to: 4 })).toEqual([0, 'uts', { trades: [], to: 4 }]);
  });

  it('of errors and reconnects have the forms of the reference', () => {
    expect(errorPacket(reject('INSUFFICIENT_BALANCE', '3 DAI usable, 300 needed'), 7)).toEqual([
      0,
      'e',
      'INSUFFICIENT_BALANCE: 3 DAI usable, 300 needed',
      7,
    ]);
    expect(errorPacket(reject('INVALID_JSON', 'x'))).toHaveLength(3);
    expect(reconnectPacket(5)).toEqual([0, 'rc', [5, '']]);
    expect(travel(reconnectPacket(5, 'upgrade'))).toMatchObject({
      event: 'reconnect',
      seconds: 5,
      text: 'upgrade',
    });
    expect(travel(packet(0, 'pingPong', 'pong', 0))).toMatchObject({ event: 'pingPong', rid: 0 });
    expect(decodePacket([0, 'rc', [0]])).toMatchObject({ event: 'reconnect', text: '' });
  });

  it('share the ids ts and uts, and no others, unless the connection wants distinct ones', () => {
    const names = Object.keys(EVENT_IDS) as (keyof typeof EVENT_IDS)[];
    const ids = (naming: 'seed' | 'distinct') => names.map((name) => eventId(name, naming));
    expect(new Set(ids('seed')).size).toBe(names.length - 2);
    expect(new Set(ids('distinct')).size).toBe(names.length);
  });

  it('that this version does not know are left to the reader', () => {
    expect(decodePacket(['ETHDAI', 'zz', { a: 1 }, 4])).toEqual({
      event: 'unknown',
      id: 'zz',
      message: { a: 1 },
      channel: 'ETHDAI',
      rid: 4,
    });
  });

  it.each([[7], [[7, 'o', []]], [[0, 'o', [1, 'x']]], [[0, 'b', {}]], [[0, 'auth', ['maybe', '', '', '']]]])(
    'of another protocol are an error that names the position: %j',
    (malformed) => {
      expect(() => decodePacket(malformed)).toThrow(MalformedPacketError);
    },
  );
});

describe('fees', () => {
  it.each([
    [2500, '0.0025'],
    [-200, '-0.0002'],
    [1, '0.000001'],
    [2000, '0.002'],
    [1_000_000, '1'],
    [0, '0'],
  ])('of %i ppm are shown as %s', (ppm, text) => {
    expect(JSON.stringify(ppmNumber(ppm))).toBe(text);
  });

  it('of a tier are numbers beside its volume', () => {
    expect(JSON.stringify(feeTierArray({ volume: '100.25', makerPpm: -200, takerPpm: 2000 }))).toBe(
      '[100.25,-0.0002,0.002]',
    );
    expect(
      travel(packet(0, 'feeTier', feeTierArray({ volume: '0', makerPpm: 0, takerPpm: 2500 }))),
    ).toMatchObject({
      feeTier: { volume: 0, makerFee: 0, takerFee: 0.0025 },
    });
  });
});

describe('general data', () => {
  const listing = {
    tokens: [
      {
        symbol: 'ETH',
        contract: '0x0',
        name: 'Ether',
        decimals: 18,
        minOrderAmount: '1',
        minOrderRemaining: '2',
        supply: '3',
        description: '',
        links: { website: 'https://example.org' },
      },
    ],
    markets: [
      {
        market: 'ETHDAI',
        traded: 'ETH',
        quote: 'DAI',
        minOrderAmountQuote: '4',
        minOrderRemainingQuote: '5',
        status: 'open' as const,
      },
    ],
  };

  it('lists tokens and markets, with minimums on the websocket only', () => {
    const tokens = { ETH: { contract: '0x0', name: 'Ether', decimals: 18 } };
    const market = { traded: 'ETH', quote: 'DAI', status: 'open' };
    const listed = {
      tokens,
      markets: { ETHDAI: { ...market, minOrderAmountQuote: '4', minOrderRemainingQuote: '5' } },
    };
    expect(listedObject(listing)).toEqual(listed);
    expect(restListedObject(listing)).toEqual({ tokens, markets: { ETHDAI: market } });
    expect(travel(packet(0, 'listed', listedObject(listing), 1))).toMatchObject({ event: 'listed', listed });
    const [token] = listing.tokens;
    if (token === undefined) throw new Error('no token');
    expect(travel(packet(0, 'tokenInfo', tokenInfoObject(token)))).toMatchObject({
      event: 'tokenInfo',
      token,
    });
  });

  it('configures clients', () => {
    const view: ConfigView = {
      contractAddress: '0xc0de',
      network: 'dev',
      name: 'exchange',
      chainId: 31337,
      confirmations: 2,
      time: 5,
      fees: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }],
      limits: {
        frameCharacters: 5000,
        commandsPerFrame: 5,
        connectionsPerAddress: 25,
        points: 50,
        pointWindowSeconds: 10,
      },
    };
    const config = configObject(view);
    expect(config).toMatchObject({
      barDataPrecisions: { '1w': 604_800 },
      conversionCurrencies: { EUR: '€' },
    });
    expect(config.fees).toEqual([[0, 0, 0.0025]]);
    expect(travel(packet(0, 'config', config))).toMatchObject({ event: 'config', config });
  });
});
