import { describe, expect, it } from '@jest/globals';
import { amount, marketId, reject, ZERO_ADDRESS } from '@exchange/core/kernel';
import { configObject, type ConfigView, limitsView } from './config';
import { decodePacket, MalformedPacketError } from './decode';
import {
  errorPacket,
  feeTierArray,
  historicalOrdersPacket,
  historicalTradesPacket,
  orderArray,
  ppmNumber,
  reconnectPacket,
  userTradesPacket,
} from './encode';
import { listedObject, tokenInfoObject } from './listing';
import { EVENT_IDS, eventId, packet } from './packet';
import { travel } from '../test/random-view.fixture';
import type { OrderView } from './schema';

const ZERO = `0x${'00'.repeat(20)}`;
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

const MINIMUMS = { minOrderAmountQuote: amount(4n), minOrderRemainingQuote: amount(5n) };

describe('general data', () => {
  const listing = {
    tokens: [
      {
        symbol: 'ETH',
        contract: ZERO_ADDRESS,
        name: 'Ether',
        decimals: 18,
        minOrderAmount: amount(1n),
        minOrderRemaining: amount(2n),
        supply: '3',
        description: '',
        links: { website: 'https://example.org' },
      },
    ],
    markets: [
      {
        ...{ market: marketId('ETHDAI'), index: 1, traded: 'ETH', quote: 'DAI', ...MINIMUMS },
        status: 'open' as const,
      },
    ],
  };

  it.each([
    [[], 'cancel_only'],
    [['cancel_only', 'open'], 'open'],
    [['delisted', 'post_only', 'cancel_only'], 'post_only'],
    [['delisted'], 'delisted'],
  ] as const)('shows a token with markets that are %j as %s', (statuses, shown) => {
    const markets = statuses.map((status, at) => {
      const [traded, quote] = at % 2 === 0 ? ['ETH', `Q${at}`] : [`T${at}`, 'ETH'];
      const market = { market: marketId(`${traded}${quote}`), index: at + 1, traded, quote, status };
      return { ...market, ...MINIMUMS };
    });
    expect(listedObject({ ...listing, markets }).tokens['ETH']).toMatchObject({ status: shown });
  });

  it('lists tokens and markets with their minimums', () => {
    const minimums = { minOrderAmount: '1', minOrderRemaining: '2' };
    const tokens = { ETH: { contract: ZERO, name: 'Ether', decimals: 18, ...minimums, status: 'open' } };
    const market = { traded: 'ETH', quote: 'DAI', status: 'open' };
    const listed = {
      tokens,
      markets: { ETHDAI: { ...market, minOrderAmountQuote: '4', minOrderRemainingQuote: '5' } },
    };
    expect(listedObject(listing)).toEqual(listed);
    expect(travel(packet(0, 'listed', listedObject(listing), 1))).toMatchObject({ event: 'listed', listed });
    const [token] = listing.tokens;
    if (token === undefined) throw new Error('no token');
    expect(travel(packet(0, 'tokenInfo', tokenInfoObject(token)))).toMatchObject({
      event: 'tokenInfo',
      token: { ...token, ...minimums },
    });
  });

  it('configures clients', () => {
    const view: ConfigView = {
      contractAddress: `0x${'c0'.repeat(20)}`,
      network: 'dev',
      name: 'exchange',
      chainId: 31337,
      confirmations: 2,
      time: 5,
      fees: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }],
      limits: limitsView({ connections: 25, newConnections: 50, pointTenths: 5000 }),
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
