import { type Static, Type } from '@sinclair/typebox';
import { among, amount, decimal, hash, listOf, nullable, object, timeMs, uint, words } from './value';
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

const role = among('what the own order was; absent in trades of earlier releases', 'maker', 'taker');

const fill = object("One side of a trade, the account's own.", {
  id: uint('trade id'),
  market: words('market id'),
  orderId: uint('the own order'),
  orderCid: uint("the own order's CID, or 0"),
  side: among('what the own order did with the traded token', 'buy', 'sell'),
  role: Type.Optional(role),
  rate: decimal('rate of the trade'),
  amount: amount('of the traded token'),
  tradeFee: amount('fee of the trade'),
  tradeFeeToken: Type.Optional(words('its token: the one that was bought')),
  settlementFee: amount("the taker's share of what settling costs"),
  settlementFeeToken: Type.Optional(words('its token: the one that was bought')),
  makerRebate: amount('what the maker gets; 0 for takers'),
  rebateToken: words('its token; empty when there is none'),
  timestamp: timeMs('traded'),
});
/** A fill of the account, as an object. */
export type UserFill = Readonly<Static<typeof fill>>;

export const userFills = object("A page of the account's trades, with roles and tokens of fees.", {
  fills: listOf(fill, 'newest first'),
  market: Type.Optional(words('as asked')),
  ...echo,
});

const tracedTrade = object('A trade on its way to the chain.', {
  id: uint('trade id'),
  market: words('market id'),
  orderId: uint('the own order'),
  role: Type.Optional(role),
  settlementFeeToken: Type.Optional(
    words('symbol of the token in which a taker pays the settlement fee: the one it bought'),
  ),
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
