import { side, tradeRole } from '@exchange/core/message';
import {
  addressBytesColumn,
  choiceColumn,
  defineTable,
  integerColumn,
  marketIdColumn,
  monthOf,
  nullable,
  orderIdColumn,
  periodColumn,
  primary,
  rateKeyColumn,
  type RowOf,
  shortIntegerColumn,
  storeAs,
  tokenAmountColumn,
  tradeIdColumn,
} from '@exchange/platform';
import { type UserTradeRow, userTradeTable } from '../tables/order-tables';

/** Sides of trades as they lie in Postgres, by month. */
const userTradeRecordTable = defineTable('user_trade_record', {
  tradeId: primary(tradeIdColumn),
  account: primary(addressBytesColumn),
  period: periodColumn,
  market: marketIdColumn,
  role: nullable(choiceColumn(...tradeRole.words)),
  side: choiceColumn(...side.words),
  rateKey: rateKeyColumn,
  amount: tokenAmountColumn,
  tradeFee: tokenAmountColumn,
  settlementFee: tokenAmountColumn,
  rebate: tokenAmountColumn,
  rebateToken: nullable(addressBytesColumn),
  time: integerColumn,
  orderId: orderIdColumn,
  orderCid: nullable(integerColumn),
  feePpm: nullable(shortIntegerColumn),
  feeVersion: nullable(shortIntegerColumn),
  feeCapBps: nullable(shortIntegerColumn),
});
type UserTradeRecord = RowOf<typeof userTradeRecordTable>;

const store = (row: UserTradeRow): UserTradeRecord => ({
  tradeId: row.tradeId,
  account: row.account,
  period: monthOf(row.time),
  market: row.market,
  role: row.role,
  side: row.side,
  rateKey: row.rateKey,
  amount: row.amount,
  tradeFee: row.tradeFee,
  settlementFee: row.settlementFee,
  rebate: row.rebate,
  rebateToken: row.rebateToken,
  time: row.time,
  orderId: row.orderId,
  orderCid: row.orderCid,
  feePpm: row.feePpm,
  feeVersion: row.feeVersion,
  feeCapBps: row.feeCapBps,
});

storeAs(userTradeTable, {
  table: userTradeRecordTable,
  store: (rows) => rows.map(store),
  read: ({ period: _, ...row }) => row,
});
