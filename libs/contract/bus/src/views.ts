import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { AddressText, AmountText, Fields, HashText, SignedAmountText, Text, Uint } from './fields';

const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** An order as its owner sees it (seed: Order object); the gateway turns it into the array. */
export const OrderView = Fields({
  id: Uint,
  cid: Uint,
  hash: HashText,
  market: Text,
  active: Type.Boolean(),
  canceled: Type.Boolean(),
  sellToken: Text,
  buyToken: Text,
  sellAmount: AmountText,
  buyAmount: AmountText,
  sellRemaining: AmountText,
  buyRemaining: AmountText,
  sellBook: AmountText,
  buyBook: AmountText,
  bookRate: Text,
  stopRate: Nullable(Text),
  peggedCurrency: Nullable(Text),
  peggedRate: Nullable(Text),
  hidden: Type.Boolean(),
  trades: Type.Array(Uint),
  info: Text,
  nonce: Uint,
  timestamp: Uint,
  lastActive: Uint,
});
export type OrderView = Static<typeof OrderView>;

/** seed: Balance object; token is the symbol. */
export const BalanceView = Fields({
  token: Text,
  settled: AmountText,
  usable: AmountText,
  blocked: AmountText,
});
export type BalanceView = Static<typeof BalanceView>;

/** The members of a co-signature that are there; v is 27 or 28, deadline in Unix seconds. */
export const SignatureView = Fields({
  v: Type.Optional(Uint),
  r: Type.Optional(HashText),
  s: Type.Optional(HashText),
  nonce: Type.Optional(Uint),
  deadline: Type.Optional(Uint),
});
export type SignatureView = Static<typeof SignatureView>;

/** Settled, usable and blocked balance: 1 applied, 0 will be applied, -1 not affected. */
const AppliedMark = Type.Union([Type.Literal(1), Type.Literal(0), Type.Literal(-1)]);

const Applied = Type.Tuple([AppliedMark, AppliedMark, AppliedMark]);

/**
 * seed: Ledger entry; amounts are signed. `appliedItems` has the marks of each change. `applied` are those of the
 * first, which is all that earlier releases write and read.
 */
export const EntryView = Fields({
  id: Uint,
  type: Type.Union([Type.Literal('deposit'), Type.Literal('trade'), Type.Literal('withdrawal')]),
  changes: Type.Array(
    Fields({ token: Text, amount: SignedAmountText, fees: SignedAmountText, net: SignedAmountText }),
  ),
  applied: Applied,
  appliedItems: Type.Optional(Type.Array(Applied)),
  signature: SignatureView,
  transaction: Nullable(HashText),
  blockNumber: Nullable(Uint),
  blockHash: Nullable(HashText),
  canceled: Type.Boolean(),
  description: Text,
  timestamp: Uint,
  lastUpdated: Uint,
});
export type EntryView = Static<typeof EntryView>;

const Role = Type.Union([Type.Literal('maker'), Type.Literal('taker')]);

/** seed: User trade. */
export const UserTradeView = Fields({
  id: Uint,
  market: Text,
  buy: Type.Boolean(),
  rate: Text,
  amount: AmountText,
  tradeFee: AmountText,
  settlementFee: AmountText,
  makerRebate: AmountText,
  /** Symbol of the token of the rebate; empty when there is none. */
  rebateToken: Text,
  timestamp: Uint,
  orderId: Uint,
  orderCid: Uint,
  /** Absent in what was stored before it was. */
  role: Type.Optional(Role),
});
export type UserTradeView = Static<typeof UserTradeView>;

/** seed: Delegate object. */
export const DelegateView = Fields({
  delegate: AddressText,
  active: Type.Boolean(),
  accepted: Type.Boolean(),
  removalSignature: SignatureView,
  label: Text,
  isTradingLogin: Type.Boolean(),
});
export type DelegateView = Static<typeof DelegateView>;

/** seed: Fee tier; the volume is a decimal number of ETH, fees in parts per million. */
export const FeeTierView = Fields({ volume: Text, makerPpm: Type.Integer(), takerPpm: Uint });
export type FeeTierView = Static<typeof FeeTierView>;

/** seed: Market trade. `buy`: the taker bought the traded token. */
export const PublicTradeView = Fields({
  id: Uint,
  market: Text,
  buy: Type.Boolean(),
  rate: Text,
  amount: AmountText,
  timestamp: Uint,
});
export type PublicTradeView = Static<typeof PublicTradeView>;

/** seed: Ticker; all decimal strings. */
export const TickerView = Fields({
  rate: Text,
  change24h: Text,
  volumeTraded24h: Text,
  volumeQuote24h: Text,
  high24h: Text,
  low24h: Text,
});
export type TickerView = Static<typeof TickerView>;

/**
 * The way of a trade to the chain: the batch in which it was last sent, and the block in which it settled. `final`: the
 * block can't be undone any more.
 */
export const TracedTrade = Fields({
  id: Uint,
  market: Text,
  orderId: Uint,
  /** Absent in what was stored before it was. */
  role: Type.Optional(Role),
  /** Symbol of what the settlement fee was taken from: the token that was bought. */
  settlementFeeToken: Type.Optional(Text),
  time: Uint,
  state: Type.Union((['matched', 'sent', 'mined', 'final'] as const).map((state) => Type.Literal(state))),
  batch: Nullable(Fields({ id: Uint, transaction: HashText })),
  block: Nullable(Fields({ number: Uint, hash: HashText })),
});
export type TracedTrade = Static<typeof TracedTrade>;

/** Trades newest first; `more`: the order has older ones, to be traced by their ids. */
export const TraceView = Fields({
  order: Nullable(OrderView),
  trades: Type.Array(TracedTrade),
  more: Type.Boolean(),
});
export type TraceView = Static<typeof TraceView>;

export const BookLevelView = Fields({
  side: Type.Union([Type.Literal('buy'), Type.Literal('sell')]),
  rateKey: Uint,
  amount: AmountText,
  count: Uint,
});
export type BookLevelView = Static<typeof BookLevelView>;

/** seed: Bar; rates and volumes as exact decimal strings, `time` of its opening in Unix ms. */
export const BarView = Fields({
  time: Uint,
  open: Text,
  high: Text,
  low: Text,
  close: Text,
  volume: Text,
  volumeQuote: Text,
});
export type BarView = Static<typeof BarView>;

/** The newest bar of a precision of a market. */
export const RunningBar = Fields({ precision: Text, bar: BarView });
export type RunningBar = Static<typeof RunningBar>;
