import {
  addressColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  type RowOf,
  textColumn,
} from '@exchange/platform';

/** The stored side of an account's session: only hashes, so that reading the table logs nobody in. */
export const sessionTable = defineTable('session', {
  account: primary(addressColumn),
  /** Hash of the live id; null when it was voided. */
  live: nullable(textColumn),
  liveUntil: integerColumn,
  /** Hashes of the ids that were logged in with, newest first: use of one again voids the live one. */
  consumed: jsonColumn<readonly string[]>(),
});
export type SessionRow = RowOf<typeof sessionTable>;

/** The highest login nonces that a key, the account's own or a delegate's, has used. */
export const loginNoncesTable = defineTable('login_nonces', {
  account: primary(addressColumn),
  signer: primary(addressColumn),
  nonces: jsonColumn<number[]>(),
});
