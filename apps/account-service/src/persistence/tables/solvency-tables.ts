import {
  addressColumn,
  amountColumn,
  defineTable,
  integerColumn,
  nullable,
  primary,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';

/**
 * Why something may not leave by our hand, as a group was told; without a row it may. `name`, of the group: that of the standing
 * check, `operator` for all tokens, or `operator:` and a token.
 */
export const withdrawalPauseTable = defineTable('withdrawal_pause', {
  name: primary(textColumn),
  reason: textColumn,
});

/** Where {@link settledFigureTable} has the newest final blocks. */
export const NO_PARTITION = -1;

/**
 * A view, of one moment: sums of what is settled, by partition, in `balances` and in `pools`; and of each group the newest
 * final block that it has applied, under the name of its counter and in {@link NO_PARTITION}, or none while a block is applied
 * in parts.
 */
export const settledFigureTable = defineTable('settled_figure', {
  figure: primary(textColumn),
  partition: primary(integerColumn),
  token: primary(textColumn),
  value: amountColumn,
});

/**
 * A view: what a partition's accounts have as settled, once for each group's counter of final blocks; one row without an
 * account when they have nothing, and no row while a block is applied in parts.
 */
export const settledBalanceTable = defineTable('settled_balance', {
  account: nullable(addressColumn),
  token: nullable(addressColumn),
  settled: nullable(tokenAmountColumn),
  partition: primary(integerColumn),
  counter: primary(textColumn),
  block: integerColumn,
});
