import {
  balance,
  bar,
  bookLine,
  bookSnapshot,
  bookUpdate,
  config,
  delegate,
  distinctBar,
  feeTier,
  historicalTrade,
  ledgerEntry,
  listed,
  marketTicker,
  marketTrade,
  order,
  orderTerms,
  signature,
  ticker,
  tokenInfo,
  userFill,
  userTrade,
} from './objects';
import {
  address,
  bool,
  float,
  list,
  members,
  name,
  oneOf,
  openMembers,
  orNull,
  type Read,
  type Reader,
  row,
  text,
  uint,
  word,
} from './readers';

/** What `/ws/v1` sends by default, and what it sends with `?events=distinct`. */
export type EventMode = 'default' | 'distinct';

/** General and personal packets come on channel 0, the others on their market. */
export type DocumentedChannel = 0 | string;
const general: Reader<DocumentedChannel> = oneOf(0);
const market: Reader<DocumentedChannel> = (value, at) => name(value, at);
const marketOrGeneral: Reader<DocumentedChannel> = (value, at) => (value === 0 ? 0 : name(value, at));

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

const echoes = { market: name, from: uint, to: uint, before: uint, limit: uint };
const bars = <T>(item: Reader<T>) =>
  members({ bars: list(item), from: uint, to: uint, precision: name, last: bool });

const SHARED_IDS = { userTrade: 'ts', orderCancellationSignature: 'uts' };
const OWN_IDS = { userTrade: 'ut', orderCancellationSignature: 'ocs' };

/** Every event of the seed ("Events"), and `toi`, which answers getTokenInfo. */
const seedEvents = <T>(ids: typeof SHARED_IDS, barItem: Reader<T>) => ({
  config: event('c', general, config),
  listed: event('l', general, listed),
  message: event('m', general, text),
  error: event('e', general, text),
  pingPong: event('p', general, oneOf('pong')),
  reconnect: event('rc', general, row({ secondsTillReconnect: uint, message: text })),
  tokenInfo: event('toi', general, tokenInfo),

  orderBookSnapshot: event('obs', market, list(bookLine)),
  orderBookUpdate: event('ob', market, bookLine),
  tradeSnapshot: event('ts', market, list(marketTrade)),
  trade: event('t', market, marketTrade),
  ticker: event('ti', market, ticker),
  // Of all markets together on channel 0.
  historicalTrades: event('ht', marketOrGeneral, members({ trades: list(historicalTrade) }, echoes)),
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
  historicalLedgerEntries: event('hle', general, members({ ledgerEntries: list(ledgerEntry) }, echoes)),
  ledgerEntryStatus: event('le', general, ledgerEntry),
  activeOrderSnapshot: event('os', general, list(order)),
  historicalOrders: event('ho', general, members({ orders: list(order) }, echoes)),
  orderStatus: event('o', general, order),
  orderCancellationSignature: event(
    ids.orderCancellationSignature,
    general,
    members({ signature }, { hash: word }),
  ),
  userTrades: event('uts', general, members({ trades: list(userTrade) }, echoes)),
  feeTier: event('ft', general, feeTier),
});

/** Events that were added to the seed's: they come only to who asks for them (docs/interface). */
const addedEvents = <T>(barItem: Reader<T>) => ({
  cancelOnDisconnect: event('cod', general, row({ seconds: uint })),
  trace: event('tr', general, openMembers({})),
  solvencyProof: event('sp', general, openMembers({})),
  minimumNonceSignature: event('mns', general, members({ token: address, minNonce: uint, signature })),
  userFills: event('uf', general, members({ fills: list(userFill) }, echoes)),
  orderTerms: event('ot', general, orderTerms),
  bar: event('bar', market, barItem),
  listings: event('lis', market, listed),
  tickers: event('tis', market, list(marketTicker)),
  sequencedBookSnapshot: event('sbs', market, bookSnapshot),
  sequencedBookUpdate: event('sb', market, bookUpdate),
  chainStats: event('cs', market, row({ blockHeight: uint, gasPrice: uint })),
});

const byDefault = seedEvents(SHARED_IDS, bar);
const added = addedEvents(bar);

/** An event of the seed, and one of all. */
export type SeedEventName = keyof typeof byDefault;
export type DocumentedEvent = SeedEventName | keyof typeof added;
/** What an event's message says, by the names of the seed. */
export type Message<N extends DocumentedEvent> = Read<(typeof byDefault & typeof added)[N]['message']>;
type Events = { readonly [N in DocumentedEvent]: Event<Message<N>> };

export const SEED_EVENTS = Object.keys(byDefault) as SeedEventName[];

/** The tables of both modes. */
export const events: Readonly<Record<EventMode, Events>> = {
  default: { ...byDefault, ...added },
  distinct: { ...seedEvents(OWN_IDS, distinctBar), ...addedEvents(distinctBar) },
};

/** The id of an event in a mode. */
export const eventId = (event: DocumentedEvent, mode: EventMode = 'default'): string =>
  events[mode][event].id;
