import {
  addressColumn,
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** A command that was taken and whose answer is still to come; the columns up to `rid` are its origin. */
export const awaitedCommandTable = defineTable('awaited_command', {
  account: primary(addressColumn),
  gateway: primary(textColumn),
  connection: primary(integerColumn),
  command: primary(integerColumn),
  rid: nullable(integerColumn),
  /** What it waits for, as awaited/awaited-commands has it. */
  awaits: jsonColumn(),
  told: booleanColumn,
});
export type AwaitedCommandRow = RowOf<typeof awaitedCommandTable>;
