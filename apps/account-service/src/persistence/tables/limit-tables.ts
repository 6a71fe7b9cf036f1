import { integerColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** An account to which the operator gave a figure of its own. */
export interface AccountLimitRow {
  account: string;
  /** Tenths of points per window; null for the usual figure. */
  pointTenths: number | null;
}

export const accountLimitTable: Table<AccountLimitRow> = new EntitySchema<AccountLimitRow>({
  name: 'account_limit',
  columns: {
    account: { ...textColumn, primary: true },
    pointTenths: { ...integerColumn, nullable: true },
  },
});
