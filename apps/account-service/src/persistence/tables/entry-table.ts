import { booleanColumn, integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** A ledger entry (seed: Ledger entry). Amounts inside `cause` and `changes` are decimal strings. */
export interface EntryRow {
  id: number;
  account: string;
  type: string;
  cause: unknown;
  /** Of a trade. */
  market: string | null;
  changes: unknown;
  /** Marks of each change. */
  applied: number[][];
  transaction: string | null;
  blockNumber: number | null;
  blockHash: string | null;
  canceled: boolean;
  open: boolean;
  /** Of a withdrawal; one entry for each nonce of an account. */
  nonce: number | null;
  description: string;
  createdAt: number;
  updatedAt: number;
}

export const entryTable: Table<EntryRow> = new EntitySchema<EntryRow>({
  name: 'entry',
  columns: {
    id: { ...integerColumn, primary: true },
    account: textColumn,
    type: textColumn,
    cause: jsonColumn,
    market: { ...textColumn, nullable: true },
    changes: jsonColumn,
    applied: jsonColumn,
    transaction: { ...textColumn, nullable: true },
    blockNumber: { ...integerColumn, nullable: true },
    blockHash: { ...textColumn, nullable: true },
    canceled: booleanColumn,
    open: booleanColumn,
    nonce: { ...integerColumn, nullable: true },
    description: textColumn,
    createdAt: integerColumn,
    updatedAt: integerColumn,
  },
});
