import { type Rejection, rejectionText } from '@exchange/core/kernel';
import { type Channel, packet, type Packet } from '../packet';
import { echoes, type PageFields } from '../page';
import type { EntryView, OrderView, PublicTradeView, UserTradeView } from '../schema';
import { historicalTradeArray } from './market';
import { ledgerEntryArray, orderArray, userTradeArray } from './personal';

/** An `e` packet: `CODE: sentence`, flagged with the request's rid. */
export const errorPacket = (rejection: Rejection, rid?: number): Packet =>
  packet(0, 'error', rejectionText(rejection), rid);

export const messagePacket = (text: string, rid?: number): Packet => packet(0, 'message', text, rid);

/** `seconds` until the client should reconnect; the message is always sent, if only as an empty string. */
export const reconnectPacket = (seconds: number, message = ''): Packet =>
  packet(0, 'reconnect', [seconds, message]);

/** History packets repeat what the request said, as it was sent (`request`). */
export const historicalOrdersPacket = (
  orders: readonly OrderView[],
  request: PageFields,
  rid?: number,
): Packet => packet(0, 'historicalOrders', { orders: orders.map(orderArray), ...echoes(request) }, rid);

/** In the channel of the market asked for, or 0 for all markets. */
export const historicalTradesPacket = (
  trades: readonly PublicTradeView[],
  request: PageFields,
  rid?: number,
): Packet => {
  const channel: Channel = request.market ?? 0;
  const page = echoes({ ...request, market: undefined });
  return packet(channel, 'historicalTrades', { trades: trades.map(historicalTradeArray), ...page }, rid);
};

export const userTradesPacket = (
  trades: readonly UserTradeView[],
  request: PageFields,
  rid?: number,
): Packet => {
  const page = echoes({ ...request, market: undefined });
  return packet(0, 'userTrades', { trades: trades.map(userTradeArray), ...page }, rid);
};

export const historicalLedgerEntriesPacket = (
  entries: readonly EntryView[],
  request: PageFields,
  rid?: number,
): Packet =>
  packet(
    0,
    'historicalLedgerEntries',
    { ledgerEntries: entries.map(ledgerEntryArray), ...echoes(request) },
    rid,
  );
