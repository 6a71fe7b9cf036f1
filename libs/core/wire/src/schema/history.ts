import { type Static, Type } from '@sinclair/typebox';
import { among, hash, listOf, nullable, object, timeMs, uint, words } from './value';
import { anyBar, historicalTrade } from './market';
import { entry, order, type OrderView, userTrade } from './personal';

const echo = {
  from: Type.Optional(uint('as asked')),
  to: Type.Optional(uint('as asked')),
  before: Type.Optional(uint('as asked')),
  limit: Type.Optional(uint('as asked')),
};

/* Pages of history: items newest first, and what the request said, as it was sent. */

export const historicalOrders = object('A page of orders.', {
  orders: listOf(order.schema),
  market: Type.Optional(words('as asked')),
  ...echo,
});
export const historicalTrades = object('A page of trades.', {
  trades: listOf(historicalTrade.schema),
  ...echo,
});
export const userTrades = object("A page of the account's trades.", {
  trades: listOf(userTrade.schema),
  ...echo,
});
export const historicalEntries = object("A page of the account's ledger entries.", {
  ledgerEntries: listOf(entry.schema),
  market: Type.Optional(words('as asked')),
  ...echo,
});
export const barData = object('Bars, newest first.', {
  bars: listOf(anyBar),
  from: uint('as asked'),
  to: uint('as asked'),
  precision: words('as asked'),
  last: Type.Boolean({ description: 'whether no older bar exists' }),
});

const tracedTrade = object('A trade on its way to the chain.', {
  id: uint('trade id'),
  market: words('market id'),
  orderId: uint('the own order'),
  time: timeMs('traded'),
  state: among('how far it is', 'matched', 'sent', 'mined', 'final'),
  batch: nullable(
    object('the batch in which it was last sent', {
      id: uint('number of the batch'),
      transaction: hash('its transaction'),
    }),
  ),
  block: nullable(
    object('the block in which it settled', { number: uint('its number'), hash: hash('its hash') }),
  ),
});
export const trace = object('An order, its trades, and their way to the chain.', {
  order: nullable(order.schema),
  trades: listOf(tracedTrade, 'newest first'),
  more: Type.Boolean({ description: 'whether the order has older trades' }),
});

/** Answer to getTrace: the way of an own order, or of one trade, to the chain. Trades newest first. */
export interface TraceView {
  readonly order: OrderView | null;
  readonly trades: readonly Static<typeof tracedTrade>[];
  readonly more: boolean;
}
