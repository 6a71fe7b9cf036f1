import type { Channel } from '../packet';
import type { Bar } from '../schema';
import { anything, bool, fitting, list, nullable, number, only, oneOf, text } from './checks';
import type { ServerEvent } from './event';
import {
  readAuth,
  readBalance,
  readBar,
  readBookLine,
  readBookSnapshot,
  readBookUpdate,
  readCancellation,
  readChainStats,
  readConfig,
  readDelegate,
  readDistinctBar,
  readEntry,
  readFeeTier,
  readFill,
  readHistoricalTrade,
  readListed,
  readMarketTicker,
  readMarketTrade,
  readMinimumNonce,
  readOrder,
  readOrderTerms,
  readProof,
  readTicker,
  readToken,
  readTracedTrade,
  readUserTrade,
} from './readers';

/** A packet of the server: channel, what it says, and the rid of the request it answers. */
export type ServerPacket = ServerEvent & { readonly channel: Channel; readonly rid: number | undefined };

const envelope = list(anything, 2);
const frames = list(anything);

/**
 * Reads one packet (seed: Events), of a connection with either naming of events. `ts` and `uts` are told apart by
 * channel and shape. Throws MalformedPacketError when a known event has another shape than its schema.
 */
export function decodePacket(value: unknown): ServerPacket {
  const [channelValue, idValue, message, ridValue] = fitting(envelope, value, 'packet');
  const channel: Channel = channelValue === 0 ? 0 : fitting(text, channelValue, 'channel');
  const rid = ridValue === undefined ? undefined : fitting(number, ridValue, 'rid');
  const id = fitting(text, idValue, 'event id');
  const read = Object.hasOwn(READERS, id) ? READERS[id] : undefined;
  const event: ServerEvent =
    read === undefined ? { event: 'unknown', id, message } : read(message, String(channel));
  return { ...event, channel, rid };
}

/**
 * Reads all packets of a server frame.
 * @example
 * decodeFrame('[[0,"m","hello",7]]') // → [{ event: 'message', text: 'hello', channel: 0, rid: 7 }]
 */
export function decodeFrame(frame: string): ServerPacket[] {
  return fitting(frames, JSON.parse(frame), 'frame').map(decodePacket);
}

const readAnyBar = (json: unknown): Bar =>
  Array.isArray(json) && json.length > 6 ? readDistinctBar(json) : readBar(json);
const lines = list(readBookLine);
const tickers = list(readMarketTicker);
const bars = only('bars', list(readAnyBar));
const isLast = only('last', bool);
const pong = oneOf('pong');
const balances = list(readBalance);
const delegates = list(readDelegate);
const entries = list(readEntry);
const orders = list(readOrder);
const readTracedOrder = only('order', nullable(readOrder));
const tracedTrades = only('trades', list(readTracedTrade));
const hasMore = only('more', bool);

/* Pages of history. What they repeat of the request isn't read. */
const tradesPage = only('trades', list(readHistoricalTrade));
const entriesPage = only('ledgerEntries', list(readEntry));
const ordersPage = only('orders', list(readOrder));
const userTradesPage = only('trades', list(readUserTrade));
const fillsPage = only('fills', list(readFill));

type ReadMessage = (message: unknown, channel: string) => ServerEvent;

/** How the message of an event is read, by the event's id. */
const READERS: Readonly<Record<string, ReadMessage>> = {
  c: (message) => ({ event: 'config', config: fitting(readConfig, message, 'config') }),
  l: (message) => ({ event: 'listed', listed: fitting(readListed, message, 'listed') }),
  m: (message) => ({ event: 'message', text: fitting(text, message, 'message') }),
  e: (message) => ({ event: 'error', text: fitting(text, message, 'error') }),
  p: (message) => {
    fitting(pong, message, 'answer to ping');
    return { event: 'pingPong' };
  },
  rc: (message) => {
    // The text may be absent (seed: reconnect).
    const [seconds, why] = fitting(list(anything, 1), message, 'reconnect');
    return {
      event: 'reconnect',
      seconds: fitting(number, seconds, 'seconds'),
      text: fitting(text, why ?? '', 'message'),
    };
  },
  toi: (message) => ({ event: 'tokenInfo', token: fitting(readToken, message, 'token info') }),

  obs: (message, market) => ({ event: 'orderBookSnapshot', market, lines: fitting(lines, message, 'lines') }),
  ob: (message, market) => ({
    event: 'orderBookUpdate',
    market,
    line: fitting(readBookLine, message, 'line'),
  }),
  sbs: (message, market) => ({
    event: 'sequencedBookSnapshot',
    market,
    ...fitting(readBookSnapshot, message, 'book'),
  }),
  sb: (message, market) => ({
    event: 'sequencedBookUpdate',
    market,
    ...fitting(readBookUpdate, message, 'book'),
  }),
  ts: readSharedTs,
  t: (message, market) => ({ event: 'trade', market, trade: readTradeOf(market, message) }),
  ti: (message, market) => ({ event: 'ticker', market, ticker: fitting(readTicker, message, 'ticker') }),
  bd: (message, market) => ({
    event: 'barData',
    market,
    bars: fitting(bars, message, 'bar data'),
    last: fitting(isLast, message, 'bar data'),
  }),
  bar: (message, market) => ({ event: 'bar', market, bar: fitting(readAnyBar, message, 'bar') }),
  r: (message, pair) => ({ event: 'rate', pair, rate: fitting(number, message, 'rate') }),
  cs: (message) => ({ event: 'chainStats', chainStats: fitting(readChainStats, message, 'chain stats') }),
  lis: (message) => ({ event: 'listings', listed: fitting(readListed, message, 'listings') }),
  tis: (message) => ({ event: 'tickers', tickers: fitting(tickers, message, 'tickers') }),
  ht: (message) => ({ event: 'historicalTrades', trades: fitting(tradesPage, message, 'page') }),

  auth: (message) => ({ event: 'auth', auth: fitting(readAuth, message, 'auth') }),
  bs: (message) => ({ event: 'balanceSnapshot', balances: fitting(balances, message, 'balances') }),
  b: (message) => ({ event: 'balanceStatus', balance: fitting(readBalance, message, 'balance') }),
  ds: (message) => ({ event: 'delegateSnapshot', delegates: fitting(delegates, message, 'delegates') }),
  d: (message) => ({ event: 'delegateStatus', delegate: fitting(readDelegate, message, 'delegate') }),
  les: (message) => ({ event: 'pendingLedgerEntrySnapshot', entries: fitting(entries, message, 'entries') }),
  hle: (message) => ({ event: 'historicalLedgerEntries', entries: fitting(entriesPage, message, 'page') }),
  le: (message) => ({ event: 'ledgerEntryStatus', entry: fitting(readEntry, message, 'entry') }),
  os: (message) => ({ event: 'activeOrderSnapshot', orders: fitting(orders, message, 'orders') }),
  ho: (message) => ({ event: 'historicalOrders', orders: fitting(ordersPage, message, 'page') }),
  o: (message) => ({ event: 'orderStatus', order: fitting(readOrder, message, 'order') }),
  ut: readUserTradeEvent,
  uts: readSharedUts,
  ocs: readSharedUts,
  ot: (message) => ({ event: 'orderTerms', orderTerms: fitting(readOrderTerms, message, 'order terms') }),
  uf: (message) => ({ event: 'userFills', fills: fitting(fillsPage, message, 'fills') }),
  sp: (message) => ({ event: 'solvencyProof', proof: fitting(readProof, message, 'proof') }),
  mns: (message) => ({
    event: 'minimumNonceSignature',
    ...fitting(readMinimumNonce, message, 'minimum nonce'),
  }),
  ft: (message) => ({ event: 'feeTier', feeTier: fitting(readFeeTier, message, 'fee tier') }),
  tr: (message) => ({
    event: 'trace',
    trace: {
      order: fitting(readTracedOrder, message, 'trace'),
      trades: fitting(tracedTrades, message, 'trace'),
      more: fitting(hasMore, message, 'trace'),
    },
  }),
};

const readTradeOf = (market: string, array: unknown) => ({
  ...fitting(readMarketTrade, array, 'trade'),
  market,
});

function readUserTradeEvent(message: unknown): ServerEvent {
  return { event: 'userTrade', trade: fitting(readUserTrade, message, 'trade') };
}

/** tradeSnapshot is a list of arrays, userTrade one array. */
function readSharedTs(message: unknown, market: string): ServerEvent {
  if (Array.isArray(message) && message.every(Array.isArray)) {
    return { event: 'tradeSnapshot', market, trades: message.map((array) => readTradeOf(market, array)) };
  }
  return readUserTradeEvent(message);
}

/** userTrades has trades, orderCancellationSignature a signature. */
function readSharedUts(message: unknown): ServerEvent {
  if (typeof message === 'object' && message !== null && 'signature' in message) {
    const { signature, hash } = fitting(readCancellation, message, 'cancellation');
    return { event: 'orderCancellationSignature', signature, hash };
  }
  return { event: 'userTrades', trades: fitting(userTradesPage, message, 'page') };
}
