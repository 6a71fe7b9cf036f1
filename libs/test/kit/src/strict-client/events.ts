import {
  balance,
  bar,
  bookLine,
  config,
  delegate,
  distinctBar,
  feeTier,
  historicalTrade,
  ledgerEntry,
  listed,
  marketTrade,
  order,
  signature,
  ticker,
  tokenInfo,
  userTrade,
} from './objects';
import {
  address,
  bool,
  float,
  list,
  members,
  oneOf,
  orNull,
  type Read,
  type Reader,
  row,
  text,
  uint,
} from './readers';

/** What `/ws/v1` sends by default, and what it sends with `?events=distinct`. */
export type EventMode = 'default' | 'distinct';

/** General and personal packets come on channel 0, the others on their market. */
export type DocumentedChannel = 0 | string;
const general: Reader<DocumentedChannel> = oneOf(0);
const market: Reader<DocumentedChannel> = (value, at) => text(value, at);
const marketOrGeneral: Reader<DocumentedChannel> = (value, at) => (value === 0 ? 0 : text(value, at));

interface Event<T> {
  readonly id: string;
  readonly channel: Reader<DocumentedChannel>;
  readonly message: Reader<T>;
}
const event = <T>(id: string, channel: Reader<DocumentedChannel>, message: Reader<T>): Event<T> => ({
  id,
  channel,
  message,
});

const range = { from: uint, to: uint, before: uint, limit: uint };
const bars = <T>(item: Reader<T>) =>
  members({ bars: list(item), from: uint, to: uint, precision: text, last: bool });

const SHARED_IDS = { userTrade: 'ts', orderCancellationSignature: 'uts' };
const OWN_IDS = { userTrade: 'ut', orderCancellationSignature: 'ocs' };

/** Every event of the seed ("Events"), and `toi`, which answers getTokenInfo. Nothing else may come. */
const eventsWith = <T>(ids: typeof SHARED_IDS, barItem: Reader<T>) => ({
  config: event('c', general, config),
  listed: event('l', general, listed),
  message: event('m', general, text),
  error: event('e', general, text),
  pingPong: event('p', general, oneOf('pong')),
  reconnect: event('rc', general, row({ secondsTillReconnect: uint }, { message: text })),
  tokenInfo: event('toi', general, tokenInfo),

  orderBookSnapshot: event('obs', market, list(bookLine)),
  orderBookUpdate: event('ob', market, bookLine),
  tradeSnapshot: event('ts', market, list(marketTrade)),
  trade: event('t', market, marketTrade),
  ticker: event('ti', market, ticker),
  // Of all markets together on channel 0.
  historicalTrades: event('ht', marketOrGeneral, members({ trades: list(historicalTrade) }, range)),
  barData: event('bd', market, bars(barItem)),
  rate: event('r', market, float),
  userTrade: event(ids.userTrade, market, userTrade),

  auth: event(
    'auth',
    general,
    row({
      status: oneOf('authenticated', 'loggedOff'),
      address,
      sessionId: orNull(text),
      delegate: address,
    }),
  ),
  balanceSnapshot: event('bs', general, list(balance)),
  balanceStatus: event('b', general, balance),
  delegateSnapshot: event('ds', general, list(delegate)),
  delegateStatus: event('d', general, delegate),
  pendingLedgerEntrySnapshot: event('les', general, list(ledgerEntry)),
  historicalLedgerEntries: event('hle', general, members({ ledgerEntries: list(ledgerEntry) }, range)),
  ledgerEntryStatus: event('le', general, ledgerEntry),
  activeOrderSnapshot: event('os', general, list(order)),
  historicalOrders: event('ho', general, members({ orders: list(order) }, { market: text, ...range })),
  orderStatus: event('o', general, order),
  orderCancellationSignature: event(ids.orderCancellationSignature, general, members({ signature })),
  userTrades: event('uts', general, members({ trades: list(userTrade) }, range)),
  feeTier: event('ft', general, feeTier),
});

const byDefault = eventsWith(SHARED_IDS, bar);

export type DocumentedEvent = keyof typeof byDefault;
/** What an event's message says, by the names of the seed. */
export type Message<N extends DocumentedEvent> = Read<(typeof byDefault)[N]['message']>;
export type Events = { readonly [N in DocumentedEvent]: Event<Message<N>> };

/** The tables of both modes. */
export const events: Readonly<Record<EventMode, Events>> = {
  default: byDefault,
  distinct: eventsWith(OWN_IDS, distinctBar),
};
