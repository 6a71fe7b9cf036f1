/** Event ids of server packets by event name (seed: Events; docs/interface, websocket). */
export const EVENT_IDS = {
  config: 'c',
  listed: 'l',
  message: 'm',
  error: 'e',
  pingPong: 'p',
  reconnect: 'rc',
  orderBookSnapshot: 'obs',
  orderBookUpdate: 'ob',
  sequencedBookSnapshot: 'sbs',
  sequencedBookUpdate: 'sb',
  tradeSnapshot: 'ts',
  trade: 't',
  ticker: 'ti',
  historicalTrades: 'ht',
  barData: 'bd',
  bar: 'bar',
  rate: 'r',
  chainStats: 'cs',
  listings: 'lis',
  tickers: 'tis',
  userTrade: 'ts',
  auth: 'auth',
  balanceSnapshot: 'bs',
  balanceStatus: 'b',
  delegateSnapshot: 'ds',
  delegateStatus: 'd',
  pendingLedgerEntrySnapshot: 'les',
  historicalLedgerEntries: 'hle',
  ledgerEntryStatus: 'le',
  activeOrderSnapshot: 'os',
  historicalOrders: 'ho',
  orderStatus: 'o',
  orderTerms: 'ot',
  orderCancellationSignature: 'uts',
  userTrades: 'uts',
  userFills: 'uf',
  feeTier: 'ft',
  tokenInfo: 'toi',
  cancelOnDisconnect: 'cod',
  trace: 'tr',
  solvencyProof: 'sp',
  minimumNonceSignature: 'mns',
} as const;
export type EventName = keyof typeof EVENT_IDS;

/** Ids of a connection opened with `?events=distinct`, where no two events share one. */
export const DISTINCT_IDS = { userTrade: 'ut', orderCancellationSignature: 'ocs' } as const;

/** How a connection wants its events named. */
export type EventNaming = 'seed' | 'distinct';

export function eventId(name: EventName, naming: EventNaming = 'seed'): string {
  if (naming === 'distinct' && (name === 'userTrade' || name === 'orderCancellationSignature')) {
    return DISTINCT_IDS[name];
  }
  return EVENT_IDS[name];
}

/** A market id, a conversion pair, or 0 for general and personal packets. */
export type Channel = string | 0;

/** [CHANNEL, EVENT_ID, MESSAGE, RID?] (seed: Websocket framing). */
export type Packet =
  | readonly [channel: Channel, event: string, message: unknown]
  | readonly [channel: Channel, event: string, message: unknown, rid: number];

/**
 * A packet; rid only when the request had one.
 * @example
 * packet(0, 'pingPong', 'pong', 7) // → [0, 'p', 'pong', 7]
 */
export function packet(
  channel: Channel,
  name: EventName,
  message: unknown,
  rid?: number,
  naming: EventNaming = 'seed',
): Packet {
  const event = eventId(name, naming);
  return rid === undefined ? [channel, event, message] : [channel, event, message, rid];
}

/** A packet as text, which a gateway builds once for all subscribers. */
export const packetText = (value: Packet): string => JSON.stringify(value);

/**
 * A server frame from packets that are already text.
 * @example
 * frameText([packetText(packet(0, 'message', 'hello'))]) // → '[[0,"m","hello"]]'
 */
export const frameText = (packets: readonly string[]): string => `[${packets.join(',')}]`;
