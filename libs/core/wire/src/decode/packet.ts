import { type TSchema, Type } from '@sinclair/typebox';
import type { Channel } from '../packet';
import { EVENTS } from '../schema/event';
import { config, listed, tokenInfo } from '../schema/general';
import {
  barData,
  historicalEntries,
  historicalOrders,
  historicalTrades,
  trace,
  userFills,
  userTrades,
} from '../schema/history';
import { solvencyProof } from '../schema/solvency';
import type { Layout } from '../schema/layout';
import {
  bar,
  type Bar,
  bookLineLayout,
  bookSnapshotLayout,
  bookUpdateLayout,
  chainStats,
  distinctBar,
  historicalTrade,
  marketTicker,
  marketTrade,
  ticker,
} from '../schema/market';
import {
  auth,
  balance,
  cancellationSignature,
  delegate,
  entry,
  feeTier,
  minimumNonceSignature,
  order,
  orderTerms,
  userTrade,
} from '../schema/personal';
import type { ServerEvent } from './event';
import { fitting, readAs, readListOf } from './position';

/** A packet of the server: channel, what it says, and the rid of the request it answers. */
export type ServerPacket = ServerEvent & { readonly channel: Channel; readonly rid: number | undefined };

const envelope = Type.Array(Type.Unknown(), { minItems: 2 });
const text = Type.String();

/**
 * Reads one packet (seed: Events), of a connection with either naming of events. `ts` and `uts` are told apart by
 * channel and shape. Throws MalformedPacketError when a known event has another shape than its schema.
 */
export function decodePacket(value: unknown): ServerPacket {
  const [channelValue, id, message, ridValue] = fitting(envelope, value, 'packet');
  const channel: Channel = channelValue === 0 ? 0 : fitting(text, channelValue, 'channel');
  const rid = ridValue === undefined ? undefined : fitting(Type.Number(), ridValue, 'rid');
  const event = decodeMessage(String(channel), fitting(text, id, 'event id'), message);
  return { ...event, channel, rid };
}

/**
 * Reads all packets of a server frame.
 * @example
 * decodeFrame('[[0,"m","hello",7]]') // → [{ event: 'message', text: 'hello', channel: 0, rid: 7 }]
 */
export function decodeFrame(frame: string): ServerPacket[] {
  return fitting(Type.Array(Type.Unknown()), JSON.parse(frame), 'frame').map(decodePacket);
}

function decodeMessage(channel: string, id: string, message: unknown): ServerEvent {
  switch (id) {
    case 'obs':
      return {
        event: 'orderBookSnapshot',
        market: channel,
        lines: readListOf(bookLineLayout, message, 'lines'),
      };
    case 'ob':
      return { event: 'orderBookUpdate', market: channel, line: readAs(bookLineLayout, message, 'line') };
    case 'sbs':
      return {
        event: 'sequencedBookSnapshot',
        market: channel,
        ...readAs(bookSnapshotLayout, message, 'book'),
      };
    case 'sb':
      return { event: 'sequencedBookUpdate', market: channel, ...readAs(bookUpdateLayout, message, 'book') };
    case 'ts':
      return decodeSharedTs(channel, message);
    case 't':
      return { event: 'trade', market: channel, trade: readMarketTrade(channel, message) };
    case 'ti':
      return { event: 'ticker', market: channel, ticker: readAs(ticker, message, 'ticker') };
    case 'bd': {
      const { bars, last } = fitting(barData, message, 'bar data');
      return { event: 'barData', market: channel, bars: bars.map(readBar), last };
    }
    case 'bar':
      return { event: 'bar', market: channel, bar: readBar(message) };
    case 'r':
      return { event: 'rate', pair: channel, rate: fitting(EVENTS.rate.message, message, 'rate') as number };
    case 'cs':
      return { event: 'chainStats', chainStats: readAs(chainStats, message, 'chain stats') };
    case 'lis':
      return { event: 'listings', listed: fitting(listed, message, 'listings') };
    case 'tis':
      return { event: 'tickers', tickers: readListOf(marketTicker, message, 'tickers') };
    case 'ht':
      return {
        event: 'historicalTrades',
        trades: readPage(historicalTrades, historicalTrade, 'trades', message),
      };
    default:
      return decodeGeneral(id, message) ?? decodePersonal(id, message) ?? { event: 'unknown', id, message };
  }
}

const readBar = (array: unknown): Bar =>
  Array.isArray(array) && array.length > 6 ? readAs(distinctBar, array, 'bar') : readAs(bar, array, 'bar');

const readMarketTrade = (market: string, array: unknown) => ({
  ...readAs(marketTrade, array, 'trade'),
  market,
});

/** The items of a page of history. */
function readPage<V>(page: TSchema, layout: Layout<V>, member: string, message: unknown): V[] {
  const object = fitting(page, message, 'page') as Readonly<Record<string, unknown[]>>;
  return (object[member] ?? []).map(layout.read);
}

/** tradeSnapshot is a list of arrays, userTrade one array. */
function decodeSharedTs(market: string, message: unknown): ServerEvent {
  if (Array.isArray(message) && message.every(Array.isArray)) {
    return { event: 'tradeSnapshot', market, trades: message.map((array) => readMarketTrade(market, array)) };
  }
  return { event: 'userTrade', trade: readAs(userTrade, message, 'trade') };
}

function decodeGeneral(id: string, message: unknown): ServerEvent | undefined {
  switch (id) {
    case 'c':
      return { event: 'config', config: fitting(config, message, 'config') };
    case 'l':
      return { event: 'listed', listed: fitting(listed, message, 'listed') };
    case 'm':
      return { event: 'message', text: fitting(text, message, 'message') };
    case 'e':
      return { event: 'error', text: fitting(text, message, 'error') };
    case 'p':
      fitting(EVENTS.pingPong.message, message, 'answer to ping');
      return { event: 'pingPong' };
    case 'rc': {
      // The message may be absent (seed: reconnect).
      const [seconds, why] = fitting(Type.Array(Type.Unknown(), { minItems: 1 }), message, 'reconnect');
      return {
        event: 'reconnect',
        seconds: fitting(Type.Number(), seconds, 'seconds'),
        text: fitting(text, why ?? '', 'message'),
      };
    }
    case 'toi':
      return { event: 'tokenInfo', token: fitting(tokenInfo, message, 'token info') };
    default:
      return undefined;
  }
}

function decodePersonal(id: string, message: unknown): ServerEvent | undefined {
  switch (id) {
    case 'auth':
      return { event: 'auth', auth: readAs(auth, message, 'auth') };
    case 'bs':
      return { event: 'balanceSnapshot', balances: readListOf(balance, message, 'balances') };
    case 'b':
      return { event: 'balanceStatus', balance: readAs(balance, message, 'balance') };
    case 'ds':
      return { event: 'delegateSnapshot', delegates: readListOf(delegate, message, 'delegates') };
    case 'd':
      return { event: 'delegateStatus', delegate: readAs(delegate, message, 'delegate') };
    case 'les':
      return { event: 'pendingLedgerEntrySnapshot', entries: readListOf(entry, message, 'entries') };
    case 'hle':
      return {
        event: 'historicalLedgerEntries',
        entries: readPage(historicalEntries, entry, 'ledgerEntries', message),
      };
    case 'le':
      return { event: 'ledgerEntryStatus', entry: readAs(entry, message, 'entry') };
    case 'os':
      return { event: 'activeOrderSnapshot', orders: readListOf(order, message, 'orders') };
    case 'ho':
      return { event: 'historicalOrders', orders: readPage(historicalOrders, order, 'orders', message) };
    case 'o':
      return { event: 'orderStatus', order: readAs(order, message, 'order') };
    case 'ut':
      return { event: 'userTrade', trade: readAs(userTrade, message, 'trade') };
    case 'uts':
    case 'ocs':
      return decodeSharedUts(message);
    case 'ot':
      return { event: 'orderTerms', orderTerms: fitting(orderTerms, message, 'order terms') };
    case 'uf':
      return { event: 'userFills', fills: fitting(userFills, message, 'fills').fills };
    case 'sp':
      return { event: 'solvencyProof', proof: fitting(solvencyProof, message, 'proof') };
    case 'mns':
      return {
        event: 'minimumNonceSignature',
        ...fitting(minimumNonceSignature, message, 'minimum nonce'),
      };
    case 'ft':
      return { event: 'feeTier', feeTier: readAs(feeTier, message, 'fee tier') };
    case 'tr': {
      const { order: array, trades, more } = fitting(trace, message, 'trace');
      return { event: 'trace', trace: { order: array === null ? null : order.read(array), trades, more } };
    }
    default:
      return undefined;
  }
}

/** userTrades has trades, orderCancellationSignature a signature. */
function decodeSharedUts(message: unknown): ServerEvent {
  if (typeof message === 'object' && message !== null && 'signature' in message) {
    const { signature, hash } = fitting(cancellationSignature, message, 'cancellation');
    return { event: 'orderCancellationSignature', signature, hash };
  }
  return { event: 'userTrades', trades: readPage(userTrades, userTrade, 'trades', message) };
}
