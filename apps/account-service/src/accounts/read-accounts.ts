import { type Address, address } from '@exchange/core/kernel';
import type { AccountRows } from '@exchange/core/ledger';
import type { Database } from '@exchange/platform';
import {
  accountRecord,
  balanceOf,
  cancellationOf,
  delegateOf,
  entryOf,
  exitOf,
  orderOf,
} from '../persistence/ledger-rows';
import {
  accountTable,
  balanceTable,
  cancellationTable,
  delegateTable,
  exitTable,
} from '../persistence/tables/account-tables';
import { type AwaitedCommandRow, awaitedCommandTable } from '../persistence/tables/awaited-table';
import { entryTable } from '../persistence/tables/entry-table';
import { loginNoncesTable, sessionTable } from '../persistence/tables/login-tables';
import { orderTable } from '../persistence/tables/order-tables';
import type { Logins } from './stranger-logins';

/** All that the database has of an account; `rows` only when it has something on record. */
export interface StoredAccount {
  readonly account: Address;
  readonly rows: AccountRows | undefined;
  readonly login: Logins;
  readonly awaited: readonly AwaitedCommandRow[];
}

/** Reads accounts with their open orders, entries and cancellations. */
export async function readAccounts(
  database: Database,
  accounts: readonly Address[],
): Promise<StoredAccount[]> {
  const own = { where: { account: accounts } };
  const [records, balances, orders, entries, exits, delegates, cancellations, awaited, sessions, nonces] =
    await Promise.all([
      database.find(accountTable, { where: { address: accounts } }),
      database.find(balanceTable, own),
      database.find(orderTable, { where: { account: accounts, active: true }, order: [['id', 'asc']] }),
      database.find(entryTable, { where: { account: accounts, open: true }, order: [['id', 'asc']] }),
      database.find(exitTable, own),
      database.find(delegateTable, own),
      database.find(cancellationTable, { where: { account: accounts, open: true } }),
      database.find(awaitedCommandTable, {
        ...own,
        order: [
          ['connection', 'asc'],
          ['command', 'asc'],
        ],
      }),
      database.find(sessionTable, own),
      database.find(loginNoncesTable, own),
    ]);
  return accounts.map((account) => {
    const record = records.find((row) => row.address === account);
    const mine = <R extends { account: string }>(rows: readonly R[]) =>
      rows.filter((row) => row.account === account);
    const rows = record && {
      record: accountRecord(record),
      balances: mine(balances).map((row) => ({ token: address(row.token), balance: balanceOf(row) })),
      orders: mine(orders).map(orderOf),
      entries: mine(entries).map(entryOf),
      exits: mine(exits).map(exitOf),
      delegates: mine(delegates).map(delegateOf),
      cancellations: mine(cancellations).map(cancellationOf),
    };
    const login = {
      session: sessions.find((row) => row.account === account),
      nonces: new Map(mine(nonces).map((row) => [address(row.signer), row.nonces])),
    };
    return { account, rows, login, awaited: mine(awaited) };
  });
}
