import {
  amountColumn,
  booleanColumn,
  integerColumn,
  jsonColumn,
  textColumn,
  type Table,
} from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** An order with all that its object shows (seed: Order object), open or not. */
export interface OrderRow {
  id: number;
  account: string;
  cid: number | null;
  hash: string;
  digest: string;
  /** Null when it is the hash that was signed, and in rows from before this column. */
  packedHash: string | null;
  market: string;
  side: string;
  sellToken: string;
  sellAmount: bigint;
  buyToken: string;
  buyAmount: bigint;
  expiry: number;
  nonce: number;
  signatureV: number;
  signatureR: string;
  signatureS: string;
  format: string;
  signer: string;
  sellRemaining: bigint;
  buyRemaining: bigint;
  sellBook: bigint;
  buyBook: bigint;
  held: bigint;
  /** Held beside that for an edit that isn't decided. */
  editHeld: bigint | null;
  rateKey: number;
  hidden: boolean;
  stopRateKey: number | null;
  peg: unknown;
  fees: unknown;
  leaveAt: number;
  active: boolean;
  canceled: boolean;
  info: string;
  trades: number[];
  /** Null in rows from before this column. */
  execution: string | null;
  /** The connection that placed it. */
  via: string | null;
  placedAt: number;
  lastActiveAt: number;
}

export const orderTable: Table<OrderRow> = new EntitySchema<OrderRow>({
  name: 'order',
  tableName: 'orders',
  columns: {
    id: { ...integerColumn, primary: true },
    account: textColumn,
    cid: { ...integerColumn, nullable: true },
    hash: textColumn,
    digest: textColumn,
    packedHash: { ...textColumn, nullable: true },
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
    editHeld: { ...amountColumn, nullable: true },
    rateKey: integerColumn,
    hidden: booleanColumn,
    stopRateKey: { ...integerColumn, nullable: true },
    peg: { ...jsonColumn, nullable: true },
    fees: jsonColumn,
    leaveAt: integerColumn,
    active: booleanColumn,
    canceled: booleanColumn,
    info: textColumn,
    trades: jsonColumn,
    execution: { ...textColumn, nullable: true },
    via: { ...textColumn, nullable: true },
    placedAt: integerColumn,
    lastActiveAt: integerColumn,
  },
});

/** An order hash that was used up: accepted once, ever, per account. */
export interface SpentHashRow {
  account: string;
  digest: string;
  /** The order that used it; null when it was cancelled on chain before any order came. */
  orderId: number | null;
}

export const spentHashTable: Table<SpentHashRow> = new EntitySchema<SpentHashRow>({
  name: 'spent_hash',
  columns: {
    account: { ...textColumn, primary: true },
    digest: { ...textColumn, primary: true },
    orderId: { ...integerColumn, nullable: true },
  },
});

/** One side of a trade as its account sees it (seed: User trade). */
export interface UserTradeRow {
  account: string;
  tradeId: number;
  market: string;
  /** Null in rows from before this column. */
  role: string | null;
  side: string;
  rateKey: number;
  amount: bigint;
  tradeFee: bigint;
  settlementFee: bigint;
  rebate: bigint;
  rebateToken: string | null;
  time: number;
  orderId: number;
  orderCid: number | null;
}

export const userTradeTable: Table<UserTradeRow> = new EntitySchema<UserTradeRow>({
  name: 'user_trade',
  columns: {
    account: { ...textColumn, primary: true },
    tradeId: { ...integerColumn, primary: true },
    market: textColumn,
    role: { ...textColumn, nullable: true },
    side: textColumn,
    rateKey: integerColumn,
    amount: amountColumn,
    tradeFee: amountColumn,
    settlementFee: amountColumn,
    rebate: amountColumn,
    rebateToken: { ...textColumn, nullable: true },
    time: integerColumn,
    orderId: integerColumn,
    orderCid: { ...integerColumn, nullable: true },
  },
});
