import { Type } from '@sinclair/typebox';
import { Fields, Text, Uint } from '../fields';
import { ConversionRate } from '../notices/data-rate';
import { defineRequest } from '../request';
import { BarView, BookLevelView, PublicTradeView, RunningBar, TickerView } from '../views';

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
  request: Fields({ market: Text }),
  reply: Fields({
    market: Text,
    seq: Uint,
    levels: Type.Array(BookLevelView),
    trades: Type.Array(PublicTradeView),
    ticker: TickerView,
    bars: Type.Array(RunningBar),
  }),
});

/** Trades, newest first; from and to in Unix ms, both inclusive; `before` is an id, exclusive. */
export const tradesQuery = defineRequest({
  ...dataQuery,
  pattern: query('trades'),
  request: Fields({
    market: Type.Optional(Text),
    from: Type.Optional(Uint),
    to: Type.Optional(Uint),
    before: Type.Optional(Uint),
    limit: Uint,
  }),
  reply: Fields({ trades: Type.Array(PublicTradeView) }),
});

/**
 * The bars of a market that open within a time, newest first; from and to in Unix ms, both inclusive. `last`: no bar is
 * older than the oldest of the answer (or than `from`, when there is none in it).
 */
export const barsQuery = defineRequest({
  ...dataQuery,
  pattern: query('bars'),
  request: Fields({ market: Text, precision: Text, from: Uint, to: Uint, limit: Uint }),
  reply: Fields({ bars: Type.Array(BarView), last: Type.Boolean() }),
});

/** The conversion rates of all listed tokens in these currencies: for those who start, before the notices come. */
export const ratesQuery = defineRequest({
  ...dataQuery,
  senders: ['rest-gateway', 'ws-gateway', 'account-service'],
  pattern: query('rates'),
  request: Fields({ currencies: Type.Array(Text) }),
  reply: Fields({ rates: Type.Array(ConversionRate) }),
});
