import type { Address } from '@exchange/core/kernel';
import type { AccountRows } from '@exchange/core/ledger';
import type { Records } from '@exchange/platform';
import { cancellationOf, entryOf, minimumNonceOf } from '../persistence/ledger-rows';
import { withTrades } from '../persistence/order-trades';
import {
  accountTable,
  balanceTable,
  cancellationTable,
  delegateTable,
  exitTable,
  minimumNonceTable,
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
export async function readAccounts(records: Records, accounts: readonly Address[]): Promise<StoredAccount[]> {
  const own = { where: { account: accounts } };
  const [
    owners,
    balances,
    orders,
    entries,
    exits,
    minimums,
    delegates,
    cancellations,
    awaited,
    sessions,
    nonces,
  ] = await Promise.all([
    records.find(accountTable, { where: { address: accounts } }),
    records.find(balanceTable, own),
    records.find(orderTable, { where: { account: accounts, active: true }, order: [['id', 'asc']] }),
    records.find(entryTable, { where: { account: accounts, open: true }, order: [['id', 'asc']] }),
    records.find(exitTable, own),
    records.find(minimumNonceTable, own),
    records.find(delegateTable, own),
    records.find(cancellationTable, { where: { account: accounts, open: true } }),
    records.find(awaitedCommandTable, {
      ...own,
      order: [
        ['connection', 'asc'],
        ['command', 'asc'],
      ],
    }),
    records.find(sessionTable, own),
    records.find(loginNoncesTable, own),
  ]);
  const openOrders = await withTrades(records, accounts, orders);
  return accounts.map((account) => {
    const record = owners.find((row) => row.address === account);
    const mine = <R extends { account: string }>(rows: readonly R[]) =>
      rows.filter((row) => row.account === account);
    const rows = record && {
      record,
      balances: mine(balances).map(({ account: _, token, ...balance }) => ({ token, balance })),
      orders: mine(openOrders),
      entries: mine(entries).map(entryOf),
      exits: mine(exits),
      minimumNonces: mine(minimums).map(minimumNonceOf),
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
