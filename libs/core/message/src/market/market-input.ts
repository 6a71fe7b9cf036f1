import {
  address,
  amount,
  bool,
  optional,
  orderId,
  rateKey,
  side,
  storedAs,
  uint,
  type ValueOf,
  variants,
} from '../codec';
import { origin } from '../origin';
import { cancelReason, execution, feeTerms, peg } from '../order/order-options';

/** What an account's owner sends to the book of a market. Amounts in smallest units, `expiresAt` in Unix seconds. */
export const marketInput = variants({
  /**
   * A funded order. Book amounts obey sellBook ≤ sellAmount and sellBook·buyAmount ≤ buyBook·sellAmount; those of a
   * pegged order are what its quantity is worth at the signed rate, until a rate is known.
   */
  place: {
    orderId,
    account: address,
    side,
    sellAmount: amount,
    buyAmount: amount,
    sellBook: amount,
    buyBook: amount,
    fees: feeTerms,
    expiresAt: storedAs('leaveAt', uint),
    hidden: optional(bool),
    execution: optional(execution),
    /** Waits outside the book until the last trade's rate crosses this one. */
    stopRateKey: optional(rateKey),
    peg: optional(peg),
    origin: optional(origin),
  },
  /**
   * A change of an open order, within what was signed and held; what is absent stays. Of a pegged order only the amount
   * of the traded token is read: the other follows from its rate.
   */
  edit: {
    orderId,
    account: address,
    sellBook: optional(amount),
    buyBook: optional(amount),
    hidden: optional(bool),
    stopRateKey: optional(rateKey),
    peg: optional(peg),
    expiresAt: optional(storedAs('leaveAt', uint)),
    /** The terms of the account's tier at the time of the edit. */
    fees: feeTerms,
    origin: optional(origin),
  },
  cancel: { orderId, account: address, reason: cancelReason, origin: optional(origin) },
});
export type MarketInput = ValueOf<typeof marketInput>;
export type MarketInputOf<K extends MarketInput['kind']> = Extract<MarketInput, { kind: K }>;
