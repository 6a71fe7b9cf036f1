import { integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';
import type { SessionRow } from '../../login/session';

export const sessionTable: Table<SessionRow> = new EntitySchema<SessionRow>({
  name: 'session',
  columns: {
    account: { ...textColumn, primary: true },
    live: { ...textColumn, nullable: true },
    liveUntil: integerColumn,
    consumed: jsonColumn,
  },
});

/** The highest login nonces that a key, the account's own or a delegate's, has used. */
export interface LoginNoncesRow {
  account: string;
  signer: string;
  nonces: number[];
}

export const loginNoncesTable: Table<LoginNoncesRow> = new EntitySchema<LoginNoncesRow>({
  name: 'login_nonces',
  columns: {
    account: { ...textColumn, primary: true },
    signer: { ...textColumn, primary: true },
    nonces: jsonColumn,
  },
});
