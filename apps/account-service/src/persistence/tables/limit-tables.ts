import {
  addressColumn,
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  textColumn,
} from '@exchange/platform';

/** An account to which the operator gave a figure of its own. */
export const accountLimitTable = defineTable('account_limit', {
  account: primary(addressColumn),
  /** Tenths of points per window; null for the usual figure. */
  pointTenths: nullable(integerColumn),
});

/** A connection whose orders are canceled when it is lost. */
export const disconnectSwitchTable = defineTable('disconnect_switch', {
  account: primary(addressColumn),
  /** Names the connection, as orders do. */
  via: primary(textColumn),
  seconds: integerColumn,
  setAt: integerColumn,
  /** Lost connections whose orders it watches over. */
  adopted: jsonColumn<string[]>(),
  fired: booleanColumn,
});
