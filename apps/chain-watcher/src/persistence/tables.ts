import {
  addressColumn,
  booleanColumn,
  defineTable,
  hashColumn,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** A block that can still be undone, with its facts, or the newest final one. `time`: Unix seconds. */
export const blocksTable = defineTable('blocks', {
  number: primary(integerColumn),
  hash: hashColumn,
  parent: hashColumn,
  time: integerColumn,
  final: booleanColumn,
  /** As their codec writes them. */
  facts: jsonColumn<readonly unknown[]>(),
});
export type BlockRow = RowOf<typeof blocksTable>;

/** The contract's ids of tokens, as far as blocks have told. */
export const tokensTable = defineTable('tokens', {
  id: primary(integerColumn),
  token: addressColumn,
});

/** The chain and contract that this database is about, the only row. */
export const watchedTable = defineTable('watched', {
  chainId: primary(integerColumn),
  anchor: textColumn,
  contract: textColumn,
  startBlock: integerColumn,
  /** The admin whose announcements were read. */
  admin: nullable(addressColumn),
});
export type WatchedRow = RowOf<typeof watchedTable>;

/** Withdrawals that may be co-signed and were not seen on the chain. See withdrawals/awaited-withdrawals.ts. */
export const awaitedTable = defineTable('awaited_withdrawals', {
  account: primary(addressColumn),
  nonce: primary(integerColumn),
  deadline: integerColumn,
});

/** Withdrawals that final blocks showed, or whose nonces were voided. See withdrawals/ended-withdrawals.ts. */
export const endedTable = defineTable('ended_withdrawals', {
  account: primary(addressColumn),
  nonce: primary(integerColumn),
  until: integerColumn,
});

/** Everything that the watcher keeps. */
export const watcherTables = [blocksTable, tokensTable, watchedTable, awaitedTable, endedTable];
