import {
  addressColumn,
  amountColumn,
  defineTable,
  integerColumn,
  primary,
  textColumn,
} from '@exchange/platform';

/** What an account traded in one hour (Unix hours), in wei of ETH. */
export const volumeBucketTable = defineTable('volume_bucket', {
  account: primary(addressColumn),
  hour: primary(integerColumn),
  volume: amountColumn,
});

/** ETH per whole token, as decimal text: the rate at which trades in the token were last valued. */
export const etherRateTable = defineTable('ether_rate', {
  token: primary(textColumn),
  rate: textColumn,
});
