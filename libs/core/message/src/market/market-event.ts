import {
  address,
  amount,
  bool,
  listOf,
  object,
  oneOf,
  optional,
  orderId,
  rateKey,
  side,
  tradeId,
  storedAs,
  uint,
  type ValueOf,
  variants,
} from '../codec';
import { origin } from '../origin';
import { CANCEL_REASONS, EXECUTIONS, feeTerms, peg } from '../order/order-options';
import { marketStatus } from './control-input';

/** Why an order is no longer open. */
export const doneReason = oneOf(
  'filled',
  /** What was left could not trade, and the order never traded. */
  'dust',
  'self_trade',
  'below_minimum',
  'market_restarting',
  'delisted',
  /** The next trade's rate would have been too far from the last one's. */
  'price_band',
  /** It could not do what it was to do at once. */
  ...EXECUTIONS,
  ...CANCEL_REASONS,
);
export type DoneReason = ValueOf<typeof doneReason>;

/** Why an edit was not applied; the order is as before. */
export const editRefusal = oneOf(
  'market_closed',
  /** A post-only order would have taken. */
  'post_only',
  /** More than what was left of the signed amounts, or at a worse rate than signed. */
  'exceeds_signed',
  /** The stop was triggered already, or there never was one. */
  'stop_triggered',
  'below_minimum',
  'rate_out_of_range',
);
export type EditRefusal = ValueOf<typeof editRefusal>;

/** One side of a trade: the order, its book amounts after the trade, and the fee terms it carries. */
export const fill = object({ orderId, account: address, sellBook: amount, buyBook: amount, fees: feeTerms });
export type Fill = ValueOf<typeof fill>;

/** A rate of one side: its visible total in the traded token, and the number of visible orders. */
export const bookLevel = object({ side, rateKey, amount, count: uint });
export type BookLevel = ValueOf<typeof bookLevel>;

const order = { orderId, account: address };

/** What matching says: everything downstream needs, and enough to rebuild the book. */
export const marketEvent = variants({
  /**
   * The order waits outside the book: for its stop, or, pegged, for a fresh rate; or for an edit, because all that it offered
   * is used up and signed amounts are left. Then it offers and holds nothing, and `rateKey` is its last rate in the book.
   */
  waiting: { ...order, for: oneOf('stop', 'peg_rate', 'edit'), rateKey: optional(rateKey) },
  /** The stop was crossed: the order has no stop rate any more and is matched next. */
  triggered: order,
  /** All that an edit can change, as it is after the edit; a new place in the book is told by `rested`. */
  edited: {
    ...order,
    sellBook: amount,
    buyBook: amount,
    /** What the ledger must hold for it from now on: more than sellBook only for a pegged buy. */
    held: amount,
    rateKey,
    hidden: bool,
    expiresAt: storedAs('leaveAt', uint),
    stopRateKey: optional(rateKey),
    peg: optional(peg),
    fees: feeTerms,
  },
  edit_refused: { ...order, reason: editRefusal },
  /** The order entered the book at a level; a pegged one may have moved there. */
  rested: { ...order, side, rateKey, sellBook: amount, buyBook: amount },
  /** A trade at the maker's rate. `time`: Unix ms, never before the previous trade's. */
  trade: {
    tradeId,
    time: uint,
    rateKey,
    takerSide: side,
    traded: amount,
    quote: amount,
    maker: fill,
    taker: fill,
  },
  /** The order is no longer open and all of its hold is free. */
  done: { ...order, reason: doneReason },
  /** A cancel or an edit came too late: the order was not open any more. */
  not_open: order,
  /** A level changed; both are 0 when it is gone. */
  level: bookLevel.members,
  status: { status: marketStatus },
});
export type MarketEvent = ValueOf<typeof marketEvent>;
export type MarketEventOf<K extends MarketEvent['kind']> = Extract<MarketEvent, { kind: K }>;

/** All events of one input, with who asked for it. */
export const marketStep = object({
  account: optional(address),
  origin: optional(origin),
  events: listOf(marketEvent),
});
export type MarketStep = ValueOf<typeof marketStep>;
