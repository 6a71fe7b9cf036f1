import {
  addressColumn,
  amountColumn,
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  primary,
  textColumn,
} from '@exchange/platform';

/** What an account traded in one hour (Unix hours), in wei of ETH. */
export const volumeBucketTable = defineTable('volume_bucket', {
  account: primary(addressColumn),
  hour: primary(integerColumn),
  volume: amountColumn,
});

/** The schedules of fees, each by its number; the first is the configured one. Times in Unix ms. */
export const feeVersionTable = defineTable('fee_version', {
  version: primary(integerColumn),
  /** As their codec writes them. */
  rows: jsonColumn(),
  announcedAt: integerColumn,
  startsAt: integerColumn,
  /** Another was announced before it started, so it never does. */
  replaced: booleanColumn,
});

/** The turn that put a schedule in force for the accounts of a partition. */
export const feeStartTable = defineTable('fee_start', {
  partition: primary(integerColumn),
  version: primary(integerColumn),
  /** Of that turn, Unix ms. */
  at: integerColumn,
  /** So many orders the partition had accepted before it. */
  ordersBefore: integerColumn,
});

/** ETH per whole token, as decimal text: the rate at which trades in the token were last valued. */
export const etherRateTable = defineTable('ether_rate', {
  token: primary(textColumn),
  rate: textColumn,
});
