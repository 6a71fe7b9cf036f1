import type { Address } from '@exchange/core/kernel';
import type { AccountRows } from '@exchange/core/ledger';
import type { Database } from '@exchange/platform';
import { cancellationOf, entryOf } from '../persistence/ledger-rows';
import { withTrades } from '../persistence/order-trades';
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
  const openOrders = await withTrades(database, accounts, orders);
  return accounts.map((account) => {
    const record = records.find((row) => row.address === account);
    const mine = <R extends { account: string }>(rows: readonly R[]) =>
      rows.filter((row) => row.account === account);
    const rows = record && {
      record,
      balances: mine(balances).map(({ account: _, token, ...balance }) => ({ token, balance })),
      orders: mine(openOrders),
      entries: mine(entries).map(entryOf),
      exits: mine(exits),
      delegates: mine(delegates),
      cancellations: mine(cancellations).map(cancellationOf),
    };
    const login = {
      session: sessions.find((row) => row.account === account),
      nonces: new Map(mine(nonces).map((row) => [row.signer, row.nonces])),
    };
    return { account, rows, login, awaited: mine(awaited) };
  });
}
