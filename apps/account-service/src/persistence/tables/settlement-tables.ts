import { booleanColumn, integerColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** The batch in which a trade last went to the chain. */
export interface SentTradeRow {
  tradeId: number;
  batchId: number;
  transaction: string;
}

export const sentTradeTable: Table<SentTradeRow> = new EntitySchema<SentTradeRow>({
  name: 'sentTrade',
  tableName: 'sent_trade',
  columns: { tradeId: { ...integerColumn, primary: true }, batchId: integerColumn, transaction: textColumn },
});

/** The block in which a trade settled; gone again when the block is undone. */
export interface MinedTradeRow {
  tradeId: number;
  /** As the contract says; null when it says none. */
  batchId: number | null;
  transaction: string;
  blockNumber: number;
  blockHash: string;
  final: boolean;
}

export const minedTradeTable: Table<MinedTradeRow> = new EntitySchema<MinedTradeRow>({
  name: 'minedTrade',
  tableName: 'mined_trade',
  columns: {
    tradeId: { ...integerColumn, primary: true },
    batchId: { ...integerColumn, nullable: true },
    transaction: textColumn,
    blockNumber: integerColumn,
    blockHash: textColumn,
    final: booleanColumn,
  },
});
