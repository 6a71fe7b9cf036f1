import { type Address, address, amount, hash, rateKey } from '@exchange/core/kernel';
import type { Pool, PoolBucket } from '@exchange/core/ledger';
import type { Database } from '@exchange/platform';
import { awaitedCommandOf } from '../awaited/await-answer';
import { ListingState } from '../listing/listing-state';
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
  chainParameterTable,
  cancellationTable,
  delegateTable,
  exitTable,
  poolTable,
} from '../persistence/tables/account-tables';
import { awaitedCommandTable } from '../persistence/tables/awaited-table';
import { entryTable } from '../persistence/tables/entry-table';
import { etherRateTable } from '../persistence/tables/fee-tables';
import { marketTable, tokenTable } from '../persistence/tables/listing-tables';
import { accountLimitTable, disconnectSwitchTable } from '../persistence/tables/limit-tables';
import { loginNoncesTable, sessionTable } from '../persistence/tables/login-tables';
import { orderTable, spentHashTable } from '../persistence/tables/order-tables';
import { counterTable, rebateQuotaTable } from '../persistence/tables/output-tables';
import type { AccountBook } from './account-book';

/** Brings rows into memory: what all accounts share at start, and accounts when they are first needed. */
export class AccountLoader {
  constructor(
    private readonly database: Database,
    private readonly book: AccountBook,
  ) {}

  async loadSharedState(now: number): Promise<void> {
    const { book, database } = this;
    for (const row of await database.find(delegateTable, { where: { validUntil: { gt: 0 } } })) {
      book.directory.add(address(row.delegate), address(row.account));
    }
    for (const { account, pointTenths } of await database.find(accountLimitTable)) {
      book.points.setLimit(address(account), pointTenths);
    }
    const switches = await database.find(disconnectSwitchTable);
    book.switches.load(
      switches.map((row) => ({ ...row, account: address(row.account) })),
      now,
    );
    for (const row of await database.find(poolTable)) {
      const ledger = book.ledgers[row.partition];
      ledger?.addToPool(row.pool as Pool, address(row.token), row.bucket as PoolBucket, row.amount);
    }
    for (const row of await database.find(rebateQuotaTable)) {
      const rebates = { quota: amount(row.quota), reserved: amount(row.reserved) };
      book.ledgers[row.partition]?.setRebates(address(row.token), rebates);
    }
    for (const { token, rate } of await database.find(etherRateTable))
      book.rates.restoreEtherRate(token, rate);
    for (const row of await database.find(chainParameterTable)) book.setParameter(row.name, row.value);
    for (const row of await database.find(counterTable)) this.restoreCounter(row.name, row.last);
    await this.loadListing();
  }

  /** Loads those of the accounts that aren't in memory. */
  async loadAccounts(accounts: Iterable<Address>): Promise<void> {
    const wanted = [...new Set(accounts)];
    for (const account of wanted) this.book.touch(account);
    const missing = wanted.filter((account) => !this.book.has(account));
    if (missing.length > 0) await this.loadMissing(missing);
  }

  /** Notes which of these order hashes were used before. */
  async loadSpentHashes(uses: readonly { account: Address; digest: string }[]): Promise<void> {
    const unknown = uses.filter(({ account, digest }) => !this.book.isSpent(account, hash(digest)));
    if (unknown.length === 0) return;
    const digests = unknown.map(({ digest }) => digest);
    const rows = await this.database.find(spentHashTable, { where: { digest: digests } });
    for (const row of rows) {
      const account = address(row.account);
      if (this.book.has(account)) this.book.spend(account, hash(row.digest), row.orderId);
    }
  }

  private async loadMissing(missing: readonly Address[]): Promise<void> {
    const { database, book } = this;
    const own = { where: { account: missing } };
    const [records, balances, orders, entries, exits, delegates, cancellations, awaited, sessions, nonces] =
      await Promise.all([
        database.find(accountTable, { where: { address: missing } }),
        database.find(balanceTable, own),
        database.find(orderTable, { where: { account: missing, active: true }, order: [['id', 'asc']] }),
        database.find(entryTable, { where: { account: missing, open: true }, order: [['id', 'asc']] }),
        database.find(exitTable, own),
        database.find(delegateTable, own),
        database.find(cancellationTable, { where: { account: missing, open: true } }),
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
    for (const account of missing) {
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
      book.load(account, rows, {
        session: sessions.find((row) => row.account === account),
        nonces: new Map(mine(nonces).map((row) => [address(row.signer), row.nonces])),
      });
      const { orders: open } = book.account(account);
      for (const row of mine(awaited)) book.awaited.add(awaitedCommandOf(row, (id) => open.has(id)));
    }
  }

  private async loadListing(): Promise<void> {
    const tokens = await this.database.find(tokenTable, { order: [['symbol', 'asc']] });
    const markets = await this.database.find(marketTable, { order: [['index', 'asc']] });
    this.book.takeListing(
      ListingState.of({
        tokens: tokens.map((row) => ({
          ...row,
          minOrderAmount: row.minOrderAmount.toString(),
          minOrderRemaining: row.minOrderRemaining.toString(),
        })),
        markets: markets.map(({ lastRateKey: _, ...row }) => ({
          ...row,
          minOrderAmountQuote: row.minOrderAmountQuote.toString(),
          minOrderRemainingQuote: row.minOrderRemainingQuote.toString(),
          status: row.status as 'open' | 'post_only' | 'cancel_only',
        })),
      }),
    );
    for (const row of markets) {
      if (row.lastRateKey !== null) this.book.setLastRate(row.market, rateKey(row.lastRateKey));
    }
  }

  private restoreCounter(name: string, last: number): void {
    if (name === 'postings') return this.book.restorePostingId(last);
    const [kind, partition] = name.split(':');
    const ids = this.book.ledgers[Number(partition)]?.ids;
    if (ids !== undefined && (kind === 'orders' || kind === 'entries')) ids[kind] = last;
  }
}
