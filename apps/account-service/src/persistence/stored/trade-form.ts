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
  storeAs,
  tokenAmountColumn,
  tradeIdColumn,
} from '@exchange/platform';
import { userTradeTable } from '../tables/order-tables';

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
});

storeAs(userTradeTable, {
  table: userTradeRecordTable,
  store: (rows) => rows.map((row) => ({ ...row, period: monthOf(row.time) })),
  read: ({ period: _, ...row }) => row,
});
