import {
  addressColumn,
  defineTable,
  integerColumn,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** The name of an account; `folded` is the name in lower case, by which it is unique over all accounts. */
export const usernameTable = defineTable('username', {
  account: primary(addressColumn),
  name: textColumn,
  folded: textColumn,
});

/** What registerTOTPSalt keeps; secret and salt are sealed (see identity/vault). */
export const totpSaltTable = defineTable('totp_salt', {
  account: primary(addressColumn),
  secret: textColumn,
  salt: textColumn,
  /** The newest 30 s step whose code was used. */
  lastStep: integerColumn,
  /** Unix day of the newest try, and the tries on it. */
  day: integerColumn,
  dayTries: integerColumn,
});
export type TotpSaltRow = RowOf<typeof totpSaltTable>;

/** A message to the operator. Of each account the newest are kept: the slot of the oldest is used again. */
export const messageTable = defineTable('message', {
  account: primary(addressColumn),
  slot: primary(integerColumn),
  /** Running number of the account's messages, from 1. */
  number: integerColumn,
  /** Unix ms. */
  at: integerColumn,
  text: textColumn,
});
