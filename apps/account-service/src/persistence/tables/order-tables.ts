import { EXECUTIONS, side, signatureFormat, tradeRole } from '@exchange/core/message';
import {
  addressBytesColumn,
  addressColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  hashBytesColumn,
  hashColumn,
  integerColumn,
  jsonColumn,
  marketIdColumn,
  nullable,
  orderIdColumn,
  primary,
  rateKeyColumn,
  type RowOf,
  shortIntegerColumn,
  textColumn,
  tokenAmountColumn,
  tradeIdColumn,
} from '@exchange/platform';

/** An order with all that its object shows (seed: Order object), open or not; its trades are rows of their own. */
export const orderTable = defineTable('orders', {
  id: primary(orderIdColumn),
  account: addressColumn,
  cid: nullable(integerColumn),
  hash: hashColumn,
  digest: hashColumn,
  /** Null when it is the hash that was signed, and in rows from before this column. */
  packedHash: nullable(hashColumn),
  market: marketIdColumn,
  side: choiceColumn(...side.words),
  sellToken: addressColumn,
  sellAmount: tokenAmountColumn,
  buyToken: addressColumn,
  buyAmount: tokenAmountColumn,
  expiry: integerColumn,
  nonce: integerColumn,
  signatureV: integerColumn,
  signatureR: hashColumn,
  signatureS: hashColumn,
  format: choiceColumn(...signatureFormat.words),
  signer: addressColumn,
  sellRemaining: tokenAmountColumn,
  buyRemaining: tokenAmountColumn,
  sellBook: tokenAmountColumn,
  buyBook: tokenAmountColumn,
  held: tokenAmountColumn,
  /** Held beside that for an edit that isn't decided. */
  editHeld: nullable(tokenAmountColumn),
  rateKey: rateKeyColumn,
  hidden: booleanColumn,
  stopRateKey: nullable(rateKeyColumn),
  peg: nullable(jsonColumn()),
  fees: jsonColumn(),
  expiresAt: { ...integerColumn, name: 'leave_at' },
  active: booleanColumn,
  cancelAsked: booleanColumn,
  canceled: booleanColumn,
  info: textColumn,
  /** Null in rows from before this column. */
  execution: nullable(choiceColumn(...EXECUTIONS, 'none')),
  /** The connection that placed it; null when it ended. */
  via: nullable(textColumn),
  placedAt: integerColumn,
  lastActiveAt: integerColumn,
});
export type OrderRow = RowOf<typeof orderTable>;

/** An order hash that was used up: accepted once, ever, per account. */
export const spentHashTable = defineTable('spent_hash', {
  account: primary(addressBytesColumn),
  digest: primary(hashBytesColumn),
  /** The order that used it; null when it was canceled on chain before any order came. */
  orderId: nullable(orderIdColumn),
});
export type SpentHashRow = RowOf<typeof spentHashTable>;

/** One side of a trade as its account sees it (seed: User trade). */
export const userTradeTable = defineTable('user_trade', {
  account: primary(addressColumn),
  tradeId: primary(tradeIdColumn),
  market: marketIdColumn,
  /** Null in rows from before this column. */
  role: nullable(choiceColumn(...tradeRole.words)),
  side: choiceColumn(...side.words),
  rateKey: rateKeyColumn,
  amount: tokenAmountColumn,
  tradeFee: tokenAmountColumn,
  settlementFee: tokenAmountColumn,
  rebate: tokenAmountColumn,
  rebateToken: nullable(addressColumn),
  time: integerColumn,
  orderId: orderIdColumn,
  orderCid: nullable(integerColumn),
  /** The rate of this side, in parts per million of what it bought. Null in rows from before this column. */
  feePpm: nullable(shortIntegerColumn),
  /** Of the schedule of that rate; null: the first. */
  feeVersion: nullable(shortIntegerColumn),
  /** The maximum that lowered the rate, in 1/10 000; null when none did. */
  feeCapBps: nullable(shortIntegerColumn),
});
export type UserTradeRow = RowOf<typeof userTradeTable>;

/** A view: how many orders of a partition's accounts are open in a market. */
export const openOrderCountTable = defineTable('open_order_count', {
  market: primary(marketIdColumn),
  partition: primary(integerColumn),
  orders: integerColumn,
});
