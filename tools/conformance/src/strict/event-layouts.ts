import {
  address,
  type ShapeCheck,
  bool,
  float,
  hash,
  list,
  literal,
  name,
  nullable,
  object,
  string,
  tuple,
  uint,
} from './grammar';
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
  marketTicker,
  marketTrade,
  order,
  orderTerms,
  signature,
  ticker,
  tokenInfo,
  userFill,
  userTrade,
} from './layouts';

/** The messages of the interface's events, from the tables once more. */

const echoes = { from: uint, to: uint, before: uint, limit: uint };

const history = (items: string, item: ShapeCheck): ShapeCheck =>
  object({ required: { [items]: list(item) }, optional: { market: name, ...echoes } });

// `hash` says which order it is for.
const cancellation = object({ required: { signature }, optional: { hash } });
const userTrades = history('trades', userTrade);

/** Two events share `ts`: a snapshot is a list of trades, a user trade one flat array. */
const tradesOrUserTrade: ShapeCheck = (message, path) => {
  const flat = Array.isArray(message) && message.length > 0 && !Array.isArray(message[0]);
  (flat ? userTrade : list(marketTrade))(message, path);
};

/** Two events share `uts`: one has a signature. */
const userTradesOrCancellation: ShapeCheck = (message, path) => {
  const signed = typeof message === 'object' && message !== null && 'signature' in message;
  (signed ? cancellation : userTrades)(message, path);
};

const bars = (one: ShapeCheck): ShapeCheck =>
  object({ required: { bars: list(one), from: uint, to: uint, precision: name, last: bool } });

const general: Readonly<Record<string, ShapeCheck>> = {
  c: config,
  l: listed,
  m: string,
  e: string,
  p: literal('pong'),
  rc: tuple(['SECONDS_TILL_RECONNECT', uint], ['MESSAGE', string]),
  auth: tuple(
    ['STATUS', literal('authenticated', 'loggedOff')],
    ['ADDRESS', address],
    ['SESSION_ID', nullable(string)],
    ['DELEGATE', address],
  ),
  bs: list(balance),
  b: balance,
  ds: list(delegate),
  d: delegate,
  les: list(ledgerEntry),
  hle: history('ledgerEntries', ledgerEntry),
  le: ledgerEntry,
  os: list(order),
  ho: history('orders', order),
  o: order,
  ft: feeTier,
  uts: userTradesOrCancellation,
  ht: history('trades', historicalTrade),
  // Layouts of answers that the seed leaves open.
  toi: tokenInfo,
  cod: tuple(['SECONDS', uint]),
  tr: object({ open: true }),
  uf: history('fills', userFill),
  ot: orderTerms,
};

const market: Readonly<Record<string, ShapeCheck>> = {
  obs: list(bookLine),
  ob: bookLine,
  t: marketTrade,
  ti: ticker,
  ht: history('trades', historicalTrade),
  ts: tradesOrUserTrade,
  bd: bars(bar),
  r: float,
  bar,
  lis: listed,
  tis: list(marketTicker),
  cs: tuple(['BLOCK_HEIGHT', uint], ['GAS_PRICE', uint]),
};

/** What `?events=distinct` says otherwise: two ids of their own, and bars with one more position. */
const distinctGeneral: Readonly<Record<string, ShapeCheck>> = {
  ...general,
  uts: userTrades,
  ocs: cancellation,
};
const distinctMarket: Readonly<Record<string, ShapeCheck>> = {
  ...market,
  ts: list(marketTrade),
  ut: userTrade,
  bd: bars(distinctBar),
  bar: distinctBar,
};

/** The check of a packet's message by its channel and event id; undefined for an event that no table has. */
export function layoutOf(channel: string | 0, event: string, distinct = false): ShapeCheck | undefined {
  if (channel === 0) return (distinct ? distinctGeneral : general)[event];
  return (distinct ? distinctMarket : market)[event];
}
