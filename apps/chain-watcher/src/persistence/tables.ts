import { booleanColumn, integerColumn, jsonColumn, type Table, textColumn } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** A block that can still be undone, with its facts, or the newest final one. `time`: Unix seconds. */
export interface BlockRow {
  number: number;
  hash: string;
  parent: string;
  time: number;
  final: boolean;
  /** As their codec writes them. */
  facts: readonly unknown[];
}

export const blocksTable: Table<BlockRow> = new EntitySchema<BlockRow>({
  name: 'blocks',
  columns: {
    number: { ...integerColumn, primary: true },
    hash: textColumn,
    parent: textColumn,
    time: integerColumn,
    final: booleanColumn,
    facts: jsonColumn,
  },
});

/** The contract's ids of tokens, as far as blocks have told. */
interface TokenRow {
  id: number;
  token: string;
}

export const tokensTable: Table<TokenRow> = new EntitySchema<TokenRow>({
  name: 'tokens',
  columns: { id: { ...integerColumn, primary: true }, token: textColumn },
});

/** The chain and contract that this database is about, the only row. */
export interface WatchedRow {
  chainId: number;
  anchor: string;
  contract: string;
  startBlock: number;
}

export const watchedTable: Table<WatchedRow> = new EntitySchema<WatchedRow>({
  name: 'watched',
  columns: {
    chainId: { ...integerColumn, primary: true },
    anchor: textColumn,
    contract: textColumn,
    startBlock: integerColumn,
  },
});
