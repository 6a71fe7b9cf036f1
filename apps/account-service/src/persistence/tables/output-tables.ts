import {
  addressBytesColumn,
  addressColumn,
  bytesColumn,
  defineTable,
  integerColumn,
  primary,
  textColumn,
  tokenAmountColumn,
} from '@exchange/platform';

/** A notice that was or will be sent, kept for those who missed it; `data` as it is sent. */
export const noticeTable = defineTable('notice', {
  account: primary(addressBytesColumn),
  seq: primary(integerColumn),
  at: integerColumn,
  data: bytesColumn,
});

/** The last number given out: order ids and entry ids of a partition, postings, and so on. */
export const counterTable = defineTable('counter', {
  name: primary(textColumn),
  last: integerColumn,
});

/** What of the budget is promised as rebates to trades of a partition's makers that aren't settled. */
export const reservedRebateTable = defineTable('reserved_rebate', {
  partition: primary(integerColumn),
  token: primary(addressColumn),
  reserved: tokenAmountColumn,
});
