import { booleanColumn, integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
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

/** A connection whose orders are canceled when it is lost. */
export interface DisconnectSwitchRow {
  account: string;
  /** Names the connection, as orders do. */
  via: string;
  seconds: number;
  setAt: number;
  /** Lost connections whose orders it watches over. */
  adopted: string[];
  fired: boolean;
}

export const disconnectSwitchTable: Table<DisconnectSwitchRow> = new EntitySchema<DisconnectSwitchRow>({
  name: 'disconnect_switch',
  columns: {
    account: { ...textColumn, primary: true },
    via: { ...textColumn, primary: true },
    seconds: integerColumn,
    setAt: integerColumn,
    adopted: jsonColumn,
    fired: booleanColumn,
  },
});
