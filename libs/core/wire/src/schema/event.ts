import { type TSchema, Type } from '@sinclair/typebox';
import { CHAIN_MARKET, EXCHANGE_MARKET } from '../channels';
import { DISTINCT_IDS, EVENT_IDS, type EventName } from '../packet';
import { config, listed, reconnect, tokenInfo } from './general';
import {
  barData,
  historicalEntries,
  historicalOrders,
  historicalTrades,
  trace,
  userFills,
  userTrades,
} from './history';
import {
  anyBar,
  bookLineLayout,
  bookSnapshotLayout,
  bookUpdateLayout,
  chainStats,
  marketTicker,
  marketTrade,
  ticker,
} from './market';
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
} from './personal';
import { positioned } from './layout';
import { solvencyProof } from './solvency';
import { listOf, uint, words } from './value';

/** Where a packet stands: channel 0, a market id, a conversion pair, the name of the chain or of all markets, or a market id or 0. */
export type EventChannel = 'general' | 'market' | 'pair' | 'chain' | 'exchange' | 'marketOrGeneral';

/** An event of the server: what its packets hold, and when they come. */
export interface EventDefinition {
  readonly channel: EventChannel;
  readonly message: TSchema;
  readonly when: string;
}

const general = (message: TSchema, when: string): EventDefinition => ({ channel: 'general', message, when });
const market = (message: TSchema, when: string): EventDefinition => ({ channel: 'market', message, when });

/** Every event of the websocket: the one definition of its message. */
export const EVENTS: Readonly<Record<EventName, EventDefinition>> = {
  config: general(config, 'First packet of every connection.'),
  listed: general(listed, 'Answers getListed.'),
  message: general(
    words('a sentence for people, or the text that was asked for'),
    'Answers what has nothing else to show, and warns.',
  ),
  error: general(
    Type.String({ pattern: '^[A-Z_]+: ', description: 'CODE: sentence' }),
    'Refuses a command; the rid says which.',
  ),
  pingPong: general(Type.Literal('pong'), 'Answers ping.'),
  reconnect: general(reconnect, 'Before a gateway stops.'),
  orderBookSnapshot: market(
    listOf(bookLineLayout.schema),
    'Answers a subscription to a book, and getOrderBookSnapshot.',
  ),
  orderBookUpdate: market(bookLineLayout.schema, 'A line of the subscribed book changed.'),
  sequencedBookSnapshot: market(
    bookSnapshotLayout.schema,
    'With `books=sequenced`: answers a subscription to a book, from which the client starts (over).',
  ),
  sequencedBookUpdate: market(
    bookUpdateLayout.schema,
    'With `books=sequenced`: the subscribed book changed, or was the same for 20 seconds; answers a subscription that goes on after a SEQ.',
  ),
  tradeSnapshot: market(listOf(marketTrade.schema), 'Answers a subscription to trades: the newest 50.'),
  trade: market(marketTrade.schema, 'A trade happened.'),
  ticker: market(ticker.schema, 'Answers a subscription to the ticker and getTicker; the ticker changed.'),
  historicalTrades: {
    channel: 'marketOrGeneral',
    message: historicalTrades,
    when: 'Answers getHistoricalTrades.',
  },
  barData: market(barData, 'Answers getBarData.'),
  bar: market(anyBar, 'Answers a subscription to bars; the running bar changed.'),
  rate: {
    channel: 'pair',
    message: Type.Number({ description: 'what one ETH is worth in the currency' }),
    when: 'Answers a subscription to a rate; the rate changed.',
  },
  chainStats: {
    channel: 'chain',
    message: chainStats.schema,
    when: 'Answers a subscription to chainStats; a block came.',
  },
  listings: {
    channel: 'exchange',
    message: listed,
    when: 'Answers a subscription to listings, and comes again as a whole when a token, a market or a status in it changed.',
  },
  tickers: {
    channel: 'exchange',
    message: listOf(marketTicker.schema),
    when: 'Answers a subscription to tickers with all of them; then those that changed.',
  },
  userTrade: market(userTrade.schema, 'An own order traded.'),
  auth: general(auth.schema, 'Answers a login and logoff.'),
  balanceSnapshot: general(listOf(balance.schema), 'After a login; answers getBalanceSnapshot.'),
  balanceStatus: general(balance.schema, 'A balance changed.'),
  delegateSnapshot: general(listOf(delegate.schema), 'Answers getDelegateSnapshot.'),
  delegateStatus: general(delegate.schema, 'A delegate or its label changed.'),
  pendingLedgerEntrySnapshot: general(listOf(entry.schema), 'After a login: entries that are not final.'),
  historicalLedgerEntries: general(historicalEntries, 'Answers getHistoricalLedgerEntries.'),
  ledgerEntryStatus: general(entry.schema, 'An entry was made, or its transaction changed.'),
  activeOrderSnapshot: general(listOf(order.schema), 'Answers getActiveOrderSnapshot.'),
  historicalOrders: general(historicalOrders, 'Answers getHistoricalOrders.'),
  orderStatus: general(order.schema, 'An order was accepted, traded, edited or ended; answers getOrder.'),
  orderTerms: general(orderTerms, 'Answers getOrderTerms.'),
  orderCancellationSignature: general(cancellationSignature, 'Answers signOrderCancellation.'),
  userTrades: general(userTrades, 'Answers getUserTrades.'),
  userFills: general(userFills, 'Answers getUserFills.'),
  feeTier: general(feeTier.schema, 'After a login; the tier changed; answers getFeeTier.'),
  tokenInfo: general(tokenInfo, 'Answers getTokenInfo.'),
  cancelOnDisconnect: general(
    Type.Tuple([positioned('SECONDS', uint('seconds; 0 is off'))], { title: 'CancelOnDisconnect' }),
    'Answers cancelOnDisconnect.',
  ),
  trace: general(trace, 'Answers getTrace.'),
  solvencyProof: general(solvencyProof, 'Answers getSolvencyProof.'),
  minimumNonceSignature: general(minimumNonceSignature, 'Answers signMinimumNonce.'),
};

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

const MARKET_ID = Type.String({ minLength: 1, description: 'market id' });
const CHANNELS: Readonly<Record<EventChannel, TSchema>> = {
  general: Type.Literal(0),
  market: MARKET_ID,
  pair: Type.String({ minLength: 1, description: 'conversion pair, e.g. ETHEUR' }),
  chain: Type.Literal(CHAIN_MARKET),
  exchange: Type.Literal(EXCHANGE_MARKET),
  marketOrGeneral: Type.Union([MARKET_ID, Type.Literal(0)]),
};

/** The whole packet of an event: [CHANNEL, EVENT_ID, MESSAGE, RID?]. */
export function packetSchema(name: EventName): TSchema {
  const { channel, message } = EVENTS[name];
  const distinct: Partial<Record<EventName, string>> = DISTINCT_IDS;
  const ids = [EVENT_IDS[name], distinct[name]].filter((id) => id !== undefined);
  // Not a TypeBox tuple, whose length is fixed: the rid may be absent.
  return Type.Unsafe({
    type: 'array',
    items: [
      positioned('CHANNEL', CHANNELS[channel]),
      positioned('EVENT_ID', { enum: ids } as unknown as TSchema),
      positioned('MESSAGE', message),
      positioned('RID', uint('rid of the command that it answers')),
    ],
    minItems: 3,
    maxItems: 4,
    additionalItems: false,
  });
}
