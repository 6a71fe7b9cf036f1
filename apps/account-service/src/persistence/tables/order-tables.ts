import {
  amountColumn,
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** An order with all that its object shows (seed: Order object), open or not. */
export const orderTable = defineTable(
  'order',
  {
    id: primary(integerColumn),
    account: textColumn,
    cid: nullable(integerColumn),
    hash: textColumn,
    digest: textColumn,
    /** Null when it is the hash that was signed, and in rows from before this column. */
    packedHash: nullable(textColumn),
    market: textColumn,
    side: textColumn,
    sellToken: textColumn,
    sellAmount: amountColumn,
    buyToken: textColumn,
    buyAmount: amountColumn,
    expiry: integerColumn,
    nonce: integerColumn,
    signatureV: integerColumn,
    signatureR: textColumn,
    signatureS: textColumn,
    format: textColumn,
    signer: textColumn,
    sellRemaining: amountColumn,
    buyRemaining: amountColumn,
    sellBook: amountColumn,
    buyBook: amountColumn,
    held: amountColumn,
    /** Held beside that for an edit that isn't decided. */
    editHeld: nullable(amountColumn),
    rateKey: integerColumn,
    hidden: booleanColumn,
    stopRateKey: nullable(integerColumn),
    peg: nullable(jsonColumn()),
    fees: jsonColumn(),
    leaveAt: integerColumn,
    active: booleanColumn,
    canceled: booleanColumn,
    info: textColumn,
    trades: jsonColumn<number[]>(),
    /** Null in rows from before this column. */
    execution: nullable(textColumn),
    /** The connection that placed it. */
    via: nullable(textColumn),
    placedAt: integerColumn,
    lastActiveAt: integerColumn,
  },
  { tableName: 'orders' },
);
export type OrderRow = RowOf<typeof orderTable>;

/** An order hash that was used up: accepted once, ever, per account. */
export const spentHashTable = defineTable('spent_hash', {
  account: primary(textColumn),
  digest: primary(textColumn),
  /** The order that used it; null when it was cancelled on chain before any order came. */
  orderId: nullable(integerColumn),
});
export type SpentHashRow = RowOf<typeof spentHashTable>;

/** One side of a trade as its account sees it (seed: User trade). */
export const userTradeTable = defineTable('user_trade', {
  account: primary(textColumn),
  tradeId: primary(integerColumn),
  market: textColumn,
  /** Null in rows from before this column. */
  role: nullable(textColumn),
  side: textColumn,
  rateKey: integerColumn,
  amount: amountColumn,
  tradeFee: amountColumn,
  settlementFee: amountColumn,
  rebate: amountColumn,
  rebateToken: nullable(textColumn),
  time: integerColumn,
  orderId: integerColumn,
  orderCid: nullable(integerColumn),
});
export type UserTradeRow = RowOf<typeof userTradeTable>;
