import {
  addressColumn,
  amountColumn,
  defineTable,
  integerColumn,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** What an account traded in one hour (Unix hours), in wei of ETH. */
export const volumeBucketTable = defineTable('volume_bucket', {
  account: primary(addressColumn),
  hour: primary(integerColumn),
  volume: amountColumn,
});
export type VolumeBucketRow = RowOf<typeof volumeBucketTable>;

/** ETH per whole token, as decimal text: the rate at which trades in the token were last valued. */
export const etherRateTable = defineTable('ether_rate', {
  token: primary(textColumn),
  rate: textColumn,
});
export type EtherRateRow = RowOf<typeof etherRateTable>;
