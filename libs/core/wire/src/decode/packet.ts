import type { ConfigObject } from '../config';
import type { Listed, ListedMarket, TokenView } from '../listing';
import type { Channel } from '../packet';
import type {
  AuthView,
  BalanceView,
  BookLineView,
  DelegateView,
  EntryView,
  OrderView,
  PublicTradeView,
  SignatureView,
  TickerView,
  UserTradeView,
} from '../views';
import { decodeConfig, decodeListed, decodeTokenInfo } from './general';
import {
  type Bar,
  decodeBar,
  decodeBookLine,
  decodeHistoricalTrade,
  decodeMarketTrade,
  decodeTicker,
} from './market';
import {
  decodeAuth,
  decodeBalance,
  decodeDelegate,
  decodeEntry,
  decodeFeeTier,
  decodeOrder,
  decodeSignature,
  decodeUserTrade,
  type FeeTier,
} from './personal';
import { asFlag, asList, asNumber, asObject, asText, listOf, oneOf, orAbsent, orNull } from './position';

/** What a server packet says, by event name. Fields of history that repeat the request are left out. */
export type ServerEvent =
  | { readonly event: 'config'; readonly config: ConfigObject }
  | { readonly event: 'listed'; readonly listed: Listed<ListedMarket> }
  | { readonly event: 'message' | 'error'; readonly text: string }
  | { readonly event: 'pingPong' }
  | { readonly event: 'reconnect'; readonly seconds: number; readonly text: string }
  | { readonly event: 'orderBookSnapshot'; readonly market: string; readonly lines: readonly BookLineView[] }
  | { readonly event: 'orderBookUpdate'; readonly market: string; readonly line: BookLineView }
  | { readonly event: 'tradeSnapshot'; readonly market: string; readonly trades: readonly PublicTradeView[] }
  | { readonly event: 'trade'; readonly market: string; readonly trade: PublicTradeView }
  | { readonly event: 'ticker'; readonly market: string; readonly ticker: TickerView }
  | { readonly event: 'historicalTrades'; readonly trades: readonly PublicTradeView[] }
  | {
      readonly event: 'barData';
      readonly market: string;
      readonly bars: readonly Bar[];
      readonly last: boolean;
    }
  | { readonly event: 'bar'; readonly market: string; readonly bar: Bar }
  | { readonly event: 'rate'; readonly pair: string; readonly rate: number }
  | { readonly event: 'userTrade'; readonly trade: UserTradeView }
  | { readonly event: 'userTrades'; readonly trades: readonly UserTradeView[] }
  | { readonly event: 'auth'; readonly auth: AuthView }
  | { readonly event: 'balanceSnapshot'; readonly balances: readonly BalanceView[] }
  | { readonly event: 'balanceStatus'; readonly balance: BalanceView }
  | { readonly event: 'delegateSnapshot'; readonly delegates: readonly DelegateView[] }
  | { readonly event: 'delegateStatus'; readonly delegate: DelegateView }
  | {
      readonly event: 'pendingLedgerEntrySnapshot' | 'historicalLedgerEntries';
      readonly entries: readonly EntryView[];
    }
  | { readonly event: 'ledgerEntryStatus'; readonly entry: EntryView }
  | { readonly event: 'activeOrderSnapshot' | 'historicalOrders'; readonly orders: readonly OrderView[] }
  | { readonly event: 'orderStatus'; readonly order: OrderView }
  | {
      readonly event: 'orderCancellationSignature';
      readonly signature: SignatureView;
      /** The order's hash as its owner signed it. */
      readonly hash?: string | undefined;
    }
  | { readonly event: 'feeTier'; readonly feeTier: FeeTier }
  | { readonly event: 'tokenInfo'; readonly token: TokenView }
  | { readonly event: 'username'; readonly username: string | null }
  /** An event that this version doesn't know: to be ignored. */
  | { readonly event: 'unknown'; readonly id: string; readonly message: unknown };

export type ServerEventName = ServerEvent['event'];
export type ServerEventOf<N extends ServerEventName> = N extends unknown ? Named<ServerEvent, N> : never;
type Named<E extends ServerEvent, N> = E extends unknown
  ? N extends E['event']
    ? E & { readonly event: N }
    : never
  : never;

/** A packet of the server: channel, what it says, and the rid of the request it answers. */
export type ServerPacket = ServerEvent & { readonly channel: Channel; readonly rid: number | undefined };

/**
 * Reads one packet (seed: Events), of a connection with either naming of events. `ts` and `uts` are told apart by
 * channel and shape. Throws MalformedPacketError when a known event has another shape.
 */
export function decodePacket(value: unknown): ServerPacket {
  const [channelValue, id, message, ridValue] = asList(value, 'packet');
  const channel: Channel = channelValue === 0 ? 0 : asText(channelValue, 'channel');
  const rid = orAbsent(asNumber)(ridValue, 'rid');
  const event = decodeMessage(String(channel), asText(id, 'event id'), message);
  return { ...event, channel, rid };
}

/** Reads all packets of a server frame. */
export function decodeFrame(frame: string): ServerPacket[] {
  return asList(JSON.parse(frame), 'frame').map(decodePacket);
}

function decodeMessage(channel: string, id: string, message: unknown): ServerEvent {
  switch (id) {
    case 'obs':
      return { event: 'orderBookSnapshot', market: channel, lines: listOf(decodeBookLine)(message, 'lines') };
    case 'ob':
      return { event: 'orderBookUpdate', market: channel, line: decodeBookLine(message, 'line') };
    case 'ts':
      return decodeSharedTs(channel, asList(message, 'trades'));
    case 't':
      return { event: 'trade', market: channel, trade: decodeMarketTrade(channel)(message, 'trade') };
    case 'ti':
      return { event: 'ticker', market: channel, ticker: decodeTicker(message, 'ticker') };
    case 'bd': {
      const { bars, last } = asObject(message, 'bar data');
      return {
        event: 'barData',
        market: channel,
        bars: listOf(decodeBar)(bars, 'bars'),
        last: asFlag(last, 'last'),
      };
    }
    case 'bar':
      return { event: 'bar', market: channel, bar: decodeBar(message, 'bar') };
    case 'r':
      return { event: 'rate', pair: channel, rate: asNumber(message, 'rate') };
    case 'ht': {
      const { trades } = asObject(message, 'historical trades');
      return { event: 'historicalTrades', trades: listOf(decodeHistoricalTrade)(trades, 'trades') };
    }
    default:
      return decodeGeneral(id, message) ?? decodePersonal(id, message) ?? { event: 'unknown', id, message };
  }
}

/** tradeSnapshot is a list of arrays, userTrade one array. */
function decodeSharedTs(market: string, message: readonly unknown[]): ServerEvent {
  if (message.every(Array.isArray)) {
    return { event: 'tradeSnapshot', market, trades: listOf(decodeMarketTrade(market))(message, 'trades') };
  }
  return { event: 'userTrade', trade: decodeUserTrade(message, 'trade') };
}

function decodeGeneral(id: string, message: unknown): ServerEvent | undefined {
  switch (id) {
    case 'c':
      return { event: 'config', config: decodeConfig(message, 'config') };
    case 'l':
      return { event: 'listed', listed: decodeListed(message, 'listed') };
    case 'm':
      return { event: 'message', text: asText(message, 'message') };
    case 'e':
      return { event: 'error', text: asText(message, 'error') };
    case 'p':
      oneOf('pong')(message, 'answer to ping');
      return { event: 'pingPong' };
    case 'rc': {
      const [seconds, text] = asList(message, 'reconnect');
      return {
        event: 'reconnect',
        seconds: asNumber(seconds, 'seconds'),
        text: orAbsent(asText)(text, 'message') ?? '',
      };
    }
    case 'toi':
      return { event: 'tokenInfo', token: decodeTokenInfo(message, 'token info') };
    default:
      return undefined;
  }
}

function decodePersonal(id: string, message: unknown): ServerEvent | undefined {
  switch (id) {
    case 'auth':
      return { event: 'auth', auth: decodeAuth(message, 'auth') };
    case 'bs':
      return { event: 'balanceSnapshot', balances: listOf(decodeBalance)(message, 'balances') };
    case 'b':
      return { event: 'balanceStatus', balance: decodeBalance(message, 'balance') };
    case 'ds':
      return { event: 'delegateSnapshot', delegates: listOf(decodeDelegate)(message, 'delegates') };
    case 'd':
      return { event: 'delegateStatus', delegate: decodeDelegate(message, 'delegate') };
    case 'les':
      return { event: 'pendingLedgerEntrySnapshot', entries: listOf(decodeEntry)(message, 'entries') };
    case 'hle': {
      const { ledgerEntries } = asObject(message, 'historical entries');
      return {
        event: 'historicalLedgerEntries',
        entries: listOf(decodeEntry)(ledgerEntries, 'ledgerEntries'),
      };
    }
    case 'le':
      return { event: 'ledgerEntryStatus', entry: decodeEntry(message, 'entry') };
    case 'os':
      return { event: 'activeOrderSnapshot', orders: listOf(decodeOrder)(message, 'orders') };
    case 'ho': {
      const { orders } = asObject(message, 'historical orders');
      return { event: 'historicalOrders', orders: listOf(decodeOrder)(orders, 'orders') };
    }
    case 'o':
      return { event: 'orderStatus', order: decodeOrder(message, 'order') };
    case 'ut':
      return { event: 'userTrade', trade: decodeUserTrade(message, 'trade') };
    case 'uts':
    case 'ocs':
      return decodeSharedUts(asObject(message, 'trades or signature'));
    case 'ft':
      return { event: 'feeTier', feeTier: decodeFeeTier(message, 'fee tier') };
    case 'un':
      return { event: 'username', username: orNull(asText)(message, 'username') };
    default:
      return undefined;
  }
}

/** userTrades has trades, orderCancellationSignature a signature. */
function decodeSharedUts(message: Readonly<Record<string, unknown>>): ServerEvent {
  if (message.signature !== undefined) {
    return {
      event: 'orderCancellationSignature',
      signature: decodeSignature(message.signature, 'signature'),
      hash: orAbsent(asText)(message.hash, 'hash'),
    };
  }
  return { event: 'userTrades', trades: listOf(decodeUserTrade)(message.trades, 'trades') };
}
