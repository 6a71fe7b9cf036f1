import { defineTable, integerColumn, primary, textColumn } from '@exchange/platform';

/** A group of partitions, and the process that is meant to have it: by configuration at first, by moves since. */
export const accountGroupTable = defineTable('account_group', {
  name: primary(textColumn),
  process: textColumn,
});

/** Whose a partition is; without a row it is the first writer's. */
export const partitionOwnerTable = defineTable('partition_owner', {
  partition: primary(integerColumn),
  ownerGroup: textColumn,
});
