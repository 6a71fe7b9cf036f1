import { integerColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** The name of an account; `folded` is the name in lower case, by which it is unique over all accounts. */
export interface UsernameRow {
  account: string;
  name: string;
  folded: string;
}

export const usernameTable: Table<UsernameRow> = new EntitySchema<UsernameRow>({
  name: 'username',
  columns: { account: { ...textColumn, primary: true }, name: textColumn, folded: textColumn },
});

/** What registerTOTPSalt keeps; secret and salt are sealed (see identity/vault). */
export interface TotpSaltRow {
  account: string;
  secret: string;
  salt: string;
  /** The newest 30 s step whose code was used. */
  lastStep: number;
  /** Unix day of the newest try, and the tries on it. */
  day: number;
  dayTries: number;
}

export const totpSaltTable: Table<TotpSaltRow> = new EntitySchema<TotpSaltRow>({
  name: 'totpSalt',
  tableName: 'totp_salt',
  columns: {
    account: { ...textColumn, primary: true },
    secret: textColumn,
    salt: textColumn,
    lastStep: integerColumn,
    day: integerColumn,
    dayTries: integerColumn,
  },
});

/** A message to the operator. Of each account the newest are kept: the slot of the oldest is used again. */
export interface MessageRow {
  account: string;
  slot: number;
  /** Running number of the account's messages, from 1. */
  number: number;
  /** Unix ms. */
  at: number;
  text: string;
}

export const messageTable: Table<MessageRow> = new EntitySchema<MessageRow>({
  name: 'message',
  columns: {
    account: { ...textColumn, primary: true },
    slot: { ...integerColumn, primary: true },
    number: integerColumn,
    at: integerColumn,
    text: textColumn,
  },
});
