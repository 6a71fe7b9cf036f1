import {
  booleanColumn,
  defineTable,
  hashBytesColumn,
  integerColumn,
  nullable,
  primary,
  type RowOf,
} from '@exchange/platform';

/** The batch in which a trade last went to the chain. */
export const sentTradeTable = defineTable('sent_trade', {
  tradeId: primary(integerColumn),
  batchId: integerColumn,
  transaction: hashBytesColumn,
});
export type SentTradeRow = RowOf<typeof sentTradeTable>;

/** A trade that could not settle, and that is undone or about to be. */
export const reversedTradeTable = defineTable('reversed_trade', {
  tradeId: primary(integerColumn),
  /** Unix ms. */
  at: integerColumn,
});

/** The block in which a trade settled; gone again when the block is undone. */
export const minedTradeTable = defineTable('mined_trade', {
  tradeId: primary(integerColumn),
  /** As the contract says; null when it says none. */
  batchId: nullable(integerColumn),
  transaction: hashBytesColumn,
  blockNumber: integerColumn,
  blockHash: hashBytesColumn,
  final: booleanColumn,
});
export type MinedTradeRow = RowOf<typeof minedTradeTable>;
