import {
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** A ledger entry (seed: Ledger entry). Amounts inside `cause` and `changes` are decimal strings. */
export const entryTable = defineTable('entry', {
  id: primary(integerColumn),
  account: textColumn,
  type: textColumn,
  cause: jsonColumn(),
  /** Of a trade. */
  market: nullable(textColumn),
  changes: jsonColumn(),
  /** Marks of each change. */
  applied: jsonColumn<number[][]>(),
  transaction: nullable(textColumn),
  blockNumber: nullable(integerColumn),
  blockHash: nullable(textColumn),
  canceled: booleanColumn,
  open: booleanColumn,
  /** Of a withdrawal; one entry for each nonce of an account. */
  nonce: nullable(integerColumn),
  description: textColumn,
  createdAt: integerColumn,
  updatedAt: integerColumn,
});
export type EntryRow = RowOf<typeof entryTable>;
