import { define, exactlyOne, type FieldRule } from './definition';
import {
  addressText,
  choice,
  marketName,
  names,
  optional,
  precision,
  seqs,
  source,
  text,
  uint,
} from './field';
import { PAGE_MAX } from '../limits';
import { checkRange, RANGE_RULE, type TimeRange } from '../page';
import { parseSubscription } from '../subscription';

const page = {
  market: optional(marketName()),
  from: optional(uint()),
  to: optional(uint()),
  before: optional(uint()),
  limit: optional(uint(1, PAGE_MAX)),
};
const isInOrder: FieldRule<TimeRange> = {
  says: RANGE_RULE,
  holds: (range) => checkRange(range) === undefined,
};

interface Resuming {
  readonly markets: readonly string[];
  readonly events: readonly string[];
  readonly after?: Readonly<Record<string, number>>;
}
const resumesBooks: FieldRule<Resuming> = {
  says: 'after names only markets of this subscribe, and needs a book among its events',
  holds: ({ markets, events, after }) =>
    after === undefined ||
    (Object.keys(after).every((market) => markets.includes(market)) && events.some(isBook)),
};

function isBook(event: string): boolean {
  const parsed = parseSubscription(event);
  return parsed.ok && parsed.value.kind === 'book';
}

/** Market data, history and subscriptions (seed: Websocket commands, Subscriptions). */
export const marketCommands = {
  getListed: define({ fields: {}, tenths: 10, right: 'anyone' }),
  getTokenInfo: define({
    fields: {
      token: optional(text(60, 1)),
      symbol: optional(text(60, 1)),
      contract: optional(addressText()),
    },
    tenths: 5,
    right: 'anyone',
    rules: [exactlyOne('token', 'symbol', 'contract')],
  }),
  getTicker: define({
    fields: { market: marketName(), source: optional(source()) },
    tenths: 5,
    right: 'anyone',
  }),
  getOrderBookSnapshot: define({
    fields: { market: marketName(), limit: optional(choice(20, 100)), decimals: optional(uint(1, 5)) },
    tenths: 10,
    right: 'anyone',
  }),
  getBarData: define({
    fields: {
      from: uint(),
      to: uint(),
      market: marketName(),
      precision: precision(),
      source: optional(source()),
    },
    tenths: 10,
    right: 'anyone',
    rules: [isInOrder],
  }),
  getHistoricalTrades: define({ fields: page, tenths: 10, right: 'anyone', rules: [isInOrder] }),
  getHistoricalOrders: define({ fields: page, tenths: 15, right: 'account', rules: [isInOrder] }),
  getUserTrades: define({ fields: page, tenths: 10, right: 'account', rules: [isInOrder] }),
  getUserFills: define({ fields: page, tenths: 10, right: 'account', rules: [isInOrder] }),
  getHistoricalLedgerEntries: define({ fields: page, tenths: 10, right: 'account', rules: [isInOrder] }),
  /** Costs 2 points per started 10 pairs of market and event: see pointTenths. */
  subscribe: define({
    fields: { markets: names(), events: names(), after: optional(seqs()) },
    tenths: 20,
    right: 'anyone',
    rules: [resumesBooks],
  }),
  unSubscribe: define({ fields: { markets: names(), events: names() }, tenths: 5, right: 'anyone' }),
};
