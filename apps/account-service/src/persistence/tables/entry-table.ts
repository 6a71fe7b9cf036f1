import type { Applied } from '@exchange/core/ledger';
import { entryType } from '@exchange/core/message';
import {
  addressColumn,
  booleanColumn,
  choiceColumn,
  defineTable,
  entryIdColumn,
  hashColumn,
  integerColumn,
  jsonColumn,
  marketIdColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** A ledger entry (seed: Ledger entry). Amounts inside `cause` and `changes` are decimal strings. */
export const entryTable = defineTable('entry', {
  id: primary(entryIdColumn),
  account: addressColumn,
  type: choiceColumn(...entryType.words),
  cause: jsonColumn(),
  /** Of a trade. */
  market: nullable(marketIdColumn),
  changes: jsonColumn(),
  /** Marks of each change. */
  applied: jsonColumn<readonly Applied[]>(),
  transaction: nullable(hashColumn),
  blockNumber: nullable(integerColumn),
  blockHash: nullable(hashColumn),
  canceled: booleanColumn,
  open: booleanColumn,
  /** Of a withdrawal; one entry for each nonce of an account. */
  nonce: nullable(integerColumn),
  /** Of a withdrawal: Unix seconds. */
  deadline: nullable(integerColumn),
  description: textColumn,
  createdAt: integerColumn,
  updatedAt: integerColumn,
});
export type EntryRow = RowOf<typeof entryTable>;
