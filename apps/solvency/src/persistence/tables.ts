import {
  addressColumn,
  choiceColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';

/** What the contract holds for an account, as of the block that was read last; `place`: of its leaf in the token's tree. */
export const balanceTable = defineTable('balance', {
  token: primary(addressColumn),
  place: primary(integerColumn),
  account: addressColumn,
  amount: tokenAmountColumn,
  /** The block with which it changed. */
  block: integerColumn,
});
export type OwedRow = RowOf<typeof balanceTable>;

/** The contract's ids of tokens. */
export const tokenTable = defineTable('token', { id: primary(integerColumn), token: addressColumn });

/** Everybody who was the contract's fee collector. */
export const collectorTable = defineTable('collector', { account: primary(addressColumn) });

/** The contract that this database is about, and the newest block whose events were read; the only row. */
export const watchedTable = defineTable('watched', {
  id: primary(choiceColumn('newest')),
  chainId: integerColumn,
  contract: textColumn,
  startBlock: integerColumn,
  readTo: integerColumn,
});
export type ReadToRow = RowOf<typeof watchedTable>;

/** What was told last; the only row. `difference` as its codec writes it, null when all agrees; `account`: whose it is. */
export const verdictTable = defineTable('verdict', {
  id: primary(choiceColumn('newest')),
  difference: nullable(jsonColumn()),
  account: nullable(addressColumn),
});
