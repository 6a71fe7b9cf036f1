import { type Static, Type } from '@sinclair/typebox';
import { type TracedTrade, tracedTrade } from '@exchange/core/message';
import { among, amount, decimal, listOf, nullable, object, timeMs, uint, words } from './value';
import { anyBar, historicalTrade } from './market';
import { entry, order, userTrade } from './personal';

const echo = {
  from: Type.Optional(uint('as asked')),
  to: Type.Optional(uint('as asked')),
  before: Type.Optional(uint('as asked')),
  limit: Type.Optional(uint('as asked')),
};

/* Pages of history: items newest first, and what the request said, as it was sent. */

export const historicalOrders = object('HistoricalOrders', 'A page of orders.', {
  orders: listOf(order.schema),
  market: Type.Optional(words('as asked')),
  ...echo,
});
export const historicalTrades = object('HistoricalTrades', 'A page of trades.', {
  trades: listOf(historicalTrade.schema),
  ...echo,
});
export const userTrades = object('UserTrades', "A page of the account's trades.", {
  trades: listOf(userTrade.schema),
  ...echo,
});
export const historicalEntries = object(
  'HistoricalLedgerEntries',
  "A page of the account's ledger entries.",
  {
    ledgerEntries: listOf(entry.schema),
    market: Type.Optional(words('as asked')),
    ...echo,
  },
);
export const barData = object('BarData', 'Bars, newest first.', {
  bars: listOf(anyBar),
  from: uint('as asked'),
  to: uint('as asked'),
  precision: words('as asked'),
  last: Type.Boolean({ description: 'whether no older bar exists' }),
});

const role = among('what the own order was; absent in trades of earlier releases', 'maker', 'taker');

export const fill = object('UserFill', "One side of a trade, the account's own.", {
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

export const userFills = object(
  'UserFills',
  "A page of the account's trades, with roles and tokens of fees.",
  {
    fills: listOf(fill, 'newest first'),
    market: Type.Optional(words('as asked')),
    ...echo,
  },
);

export const traced = Type.Unsafe<TracedTrade>({
  ...tracedTrade.schema,
  title: 'TracedTrade',
  description: 'A trade on its way to the chain.',
});
export const trace = object('Trace', 'An order, its trades, and their way to the chain.', {
  order: nullable(order.schema),
  trades: listOf(traced, 'newest first'),
  more: Type.Boolean({ description: 'whether the order has older trades' }),
});
