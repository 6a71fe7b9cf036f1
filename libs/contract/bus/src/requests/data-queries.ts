import {
  barView,
  bookLevel,
  bool,
  conversionRate,
  listOf,
  object,
  optional,
  publicTradeView,
  runningBar,
  text,
  tickerView,
  uint,
} from '@exchange/core/message';
import { defineRequest } from '../request';

/** `data.v1.query.<sender>.<kind>`: anyone who looks on may ask. */
const query = (kind: string) => `data.v1.query.*.${kind}`;
const dataQuery = { owner: 'market-data', senders: ['rest-gateway', 'ws-gateway'] } as const;

/**
 * The visible book, the newest trades (newest first), the ticker and the newest bar of each precision after market
 * report `seq`: go on from there.
 */
export const marketSnapshotQuery = defineRequest({
  ...dataQuery,
  pattern: query('market-snapshot'),
  request: object({ market: text }),
  reply: object({
    market: text,
    seq: uint,
    levels: listOf(bookLevel),
    trades: listOf(publicTradeView),
    ticker: tickerView,
    bars: listOf(runningBar),
  }),
});

/** Trades, newest first; from and to in Unix ms, both inclusive; `before` is an id, exclusive. */
export const tradesQuery = defineRequest({
  ...dataQuery,
  pattern: query('trades'),
  request: object({
    market: optional(text),
    from: optional(uint),
    to: optional(uint),
    before: optional(uint),
    limit: uint,
  }),
  reply: object({ trades: listOf(publicTradeView) }),
});

/**
 * The bars of a market that open within a time, newest first; from and to in Unix ms, both inclusive. `last`: no bar is
 * older than the oldest of the answer (or than `from`, when there is none in it).
 */
export const barsQuery = defineRequest({
  ...dataQuery,
  pattern: query('bars'),
  request: object({ market: text, precision: text, from: uint, to: uint, limit: uint }),
  reply: object({ bars: listOf(barView), last: bool }),
});

/** The conversion rates of all listed tokens in these currencies: for those who start, before the notices come. */
export const ratesQuery = defineRequest({
  ...dataQuery,
  senders: ['rest-gateway', 'ws-gateway', 'account-service'],
  pattern: query('rates'),
  request: object({ currencies: listOf(text) }),
  reply: object({ rates: listOf(conversionRate) }),
});
