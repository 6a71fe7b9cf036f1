import type { TSchema } from '@sinclair/typebox';
import {
  BAR_PRECISIONS,
  BOOK_LIMIT_DEFAULT,
  BOOK_LIMITS,
  CONFIG_SCHEMA,
  LISTED_SCHEMA,
  PAGE_DEFAULT,
  PAGE_MAX,
  restBarsSchema,
  restBookSchema,
  restSolvencySchema,
  type RestFailure,
  restTickerSchema,
  restTickersSchema,
  restTimeSchema,
  restTradesSchema,
  TOKEN_INFO_SCHEMA,
} from '@exchange/core/wire';
import {
  EXAMPLE_BAR,
  EXAMPLE_CONFIG,
  EXAMPLE_LISTED,
  EXAMPLE_SOLVENCY,
  EXAMPLE_TICKER,
  EXAMPLE_TOKEN,
  EXAMPLE_TRADE,
} from './examples';

/** A parameter of an endpoint. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
}

/** A REST endpoint, below /rest/v1. */
export interface Endpoint {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly data: TSchema;
  readonly example: unknown;
  /** Besides those that every endpoint has. */
  readonly failures: readonly RestFailure[];
}

const inPath = (name: string, description: string): Parameter => ({
  ...{ name, in: 'path', required: true, description, schema: { title: name, type: 'string' } },
});
const inQuery = (name: string, description: string, schema: object, required = false): Parameter => ({
  ...{ name, in: 'query', required, description, schema: { title: name, ...schema } },
});
const uint = { type: 'integer', minimum: 0 };
const market = inPath('market', 'market id');
const from = (required = false) => inQuery('from', 'from this Unix time on, s or ms', uint, required);
const to = (required = false) => inQuery('to', 'up to this Unix time, s or ms', uint, required);
const { id, rate, amount, timestamp } = EXAMPLE_TRADE;
const trade = { id, market: 'ETHDAI', direction: 'BUY', rate, amount, timestamp };

/** Every endpoint of REST. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/token-info/by-symbol/{symbol}',
    id: 'getTokenInfoBySymbol',
    summary: 'A token by its symbol.',
    parameters: [inPath('symbol', 'symbol of the token')],
    data: TOKEN_INFO_SCHEMA,
    example: EXAMPLE_TOKEN,
    failures: ['unknownToken'],
  },
  {
    path: '/token-info/by-contract/{contract}',
    id: 'getTokenInfoByContract',
    summary: 'A token by its contract.',
    parameters: [inPath('contract', '0x and 40 hex digits, in any letter case')],
    data: TOKEN_INFO_SCHEMA,
    example: EXAMPLE_TOKEN,
    failures: ['invalidParameter', 'unknownToken'],
  },
  {
    path: '/market/{market}/orderbook',
    id: 'getOrderBook',
    summary: 'The visible book: buys from the best on, then sells from the best on.',
    parameters: [
      market,
      inQuery('limit', 'lines per side', {
        type: 'integer',
        enum: [...BOOK_LIMITS],
        default: BOOK_LIMIT_DEFAULT,
      }),
    ],
    data: restBookSchema,
    example: [{ direction: 'BUY', rate, amount, orderCount: 1 }],
    failures: ['invalidParameter', 'unknownMarket'],
  },
  {
    path: '/market/{market}/trades',
    id: 'getTrades',
    summary: 'Trades, newest first.',
    parameters: [
      market,
      from(),
      to(),
      inQuery(
        'before',
        'only trades older than the one with this id, which must be a trade of this market',
        uint,
      ),
      inQuery('limit', 'how many', { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT }),
    ],
    data: restTradesSchema,
    example: { trades: [trade], market: 'ETHDAI', limit: PAGE_DEFAULT },
    failures: ['invalidParameter', 'unknownMarket'],
  },
  {
    path: '/market/{market}/ticker',
    id: 'getTicker',
    summary: 'The market in short.',
    parameters: [market],
    data: restTickerSchema,
    example: EXAMPLE_TICKER,
    failures: ['unknownMarket'],
  },
  {
    path: '/solvency',
    id: 'getSolvency',
    summary:
      'What the contract has and owes, and what the ledger says, as of a final block; checked all the time.',
    parameters: [],
    data: restSolvencySchema,
    example: EXAMPLE_SOLVENCY,
    failures: [],
  },
  {
    path: '/tickers',
    id: 'getTickers',
    summary: 'Every market in short, with its best bid and ask and what stands there.',
    parameters: [],
    data: restTickersSchema,
    example: [
      { market: 'ETHDAI', ...EXAMPLE_TICKER, bid: '300', bidAmount: amount, ask: null, askAmount: null },
    ],
    failures: [],
  },
  {
    path: '/market/{market}/bars',
    id: 'getBars',
    summary:
      'The newest 2000 bars that open from `from` to `to`, as on the websocket; intervals without a trade are left out.',
    parameters: [
      market,
      inQuery('precision', 'interval', { type: 'string', enum: Object.keys(BAR_PRECISIONS) }, true),
      from(true),
      to(true),
    ],
    data: restBarsSchema,
    example: [EXAMPLE_BAR],
    failures: ['invalidParameter', 'unknownMarket'],
  },
  {
    path: '/listed',
    id: 'getListed',
    summary: 'All tokens and markets.',
    parameters: [],
    data: LISTED_SCHEMA,
    example: EXAMPLE_LISTED,
    failures: [],
  },
  {
    path: '/config',
    id: 'getConfig',
    summary: 'What this deployment is.',
    parameters: [],
    data: CONFIG_SCHEMA,
    example: EXAMPLE_CONFIG,
    failures: [],
  },
  {
    path: '/time',
    id: 'getTime',
    summary: 'The clock of the server.',
    parameters: [],
    data: restTimeSchema,
    example: { time: 1_760_000_000_000 },
    failures: [],
  },
];
