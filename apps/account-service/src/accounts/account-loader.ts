import { type Address, entryId, hash } from '@exchange/core/kernel';
import type { PoolBucket } from '@exchange/core/ledger';
import type { Database } from '@exchange/platform';
import { awaitedCommandOf } from '../awaited/awaited-rows';
import { ListingState } from '../listing/listing-state';
import {
  chainParameterTable,
  delegateTable,
  poolTable,
  unfinalParameterTable,
} from '../persistence/tables/account-tables';
import { entryOf } from '../persistence/ledger-rows';
import { entryTable } from '../persistence/tables/entry-table';
import { etherRateTable } from '../persistence/tables/fee-tables';
import { marketTable, tokenTable } from '../persistence/tables/listing-tables';
import { accountLimitTable, disconnectSwitchTable } from '../persistence/tables/limit-tables';
import { type SpentHashRow, spentHashTable } from '../persistence/tables/order-tables';
import { counterTable, rebateQuotaTable } from '../persistence/tables/output-tables';
import { type AccountBook, BLOCK_TIME, FINAL_BLOCK } from './account-book';
import { readAccounts, type StoredAccount } from './read-accounts';

const UNSETTLED_PART = 5_000;

/** What a decision needs in memory. */
export interface AccountNeeds {
  readonly accounts: readonly Address[];
  /** The hashes of an order, none of which may have been used before. */
  readonly hashes?: readonly { readonly account: Address; readonly digest: string }[];
}

/** What was read of the accounts and hashes that decisions need. */
export interface AccountsRead {
  readonly wanted: readonly Address[];
  readonly accounts: readonly StoredAccount[];
  readonly hashes: readonly SpentHashRow[];
}

/** Brings rows into memory: what all accounts share at start, and accounts when they are first needed. */
export class AccountLoader {
  constructor(
    private readonly database: Database,
    private readonly book: AccountBook,
  ) {}

  async loadSharedState(now: number): Promise<void> {
    const { book, database } = this;
    for (const row of await database.find(delegateTable, { where: { validUntil: { gt: 0 } } })) {
      book.directory.add(row.delegate, row.account);
    }
    for (const { account, pointTenths } of await database.find(accountLimitTable)) {
      book.points.setLimit(account, pointTenths);
    }
    book.switches.load(await database.find(disconnectSwitchTable), now);
    for (const row of await database.find(poolTable)) {
      const ledger = book.ledgers[row.partition];
      ledger?.addToPool(row.pool, row.token, row.bucket as PoolBucket, row.amount);
    }
    for (const { partition, token, quota, reserved } of await database.find(rebateQuotaTable)) {
      book.ledgers[partition]?.setRebates(token, { quota, reserved });
    }
    for (const { token, rate } of await database.find(etherRateTable))
      book.rates.restoreEtherRate(token, rate);
    book.contract.restore(
      await database.find(chainParameterTable),
      await database.find(unfinalParameterTable),
    );
    for (const row of await database.find(counterTable)) this.restoreCounter(row.name, row.last);
    await this.loadListing();
    const { collector } = book.contract;
    if (collector !== undefined) this.take(await this.read([{ accounts: [collector] }]));
    await this.loadUnsettled();
  }

  /** In parts: after hours without settlement these are many. */
  private async loadUnsettled(): Promise<void> {
    for (let last = entryId(0); ;) {
      const rows = await this.database.find(entryTable, {
        where: { type: 'trade', open: true, id: { gt: last } },
        order: [['id', 'asc']],
        limit: UNSETTLED_PART,
      });
      for (const row of rows) this.book.unsettled.note(entryOf(row));
      const newest = rows.at(-1);
      if (newest === undefined || rows.length < UNSETTLED_PART) break;
      last = newest.id;
    }
    const { contract, unsettled } = this.book;
    // Who had been told before the start isn't known: told twice is better than never.
    if (contract.stop !== undefined) unsettled.markChanged(unsettled.accounts());
  }

  /** Reads what decisions need and memory lacks; changes nothing. */
  async read(needs: readonly AccountNeeds[]): Promise<AccountsRead> {
    const wanted = [...new Set(needs.flatMap(({ accounts }) => accounts))];
    const missing = wanted.filter((account) => !this.book.has(account));
    const [accounts, hashes] = await Promise.all([
      missing.length === 0 ? [] : readAccounts(this.database, missing),
      this.readHashes(needs.flatMap(({ hashes: used = [] }) => used)),
    ]);
    return { wanted, accounts, hashes };
  }

  /** Brings into memory what was read. */
  take({ wanted, accounts, hashes }: AccountsRead): void {
    const { book } = this;
    for (const account of wanted) book.touch(account);
    for (const { account, rows, login, awaited } of accounts) {
      book.load(account, rows, login);
      const { orders: open } = book.account(account);
      for (const row of awaited) book.awaited.add(awaitedCommandOf(row, (id) => open.has(id)));
    }
    for (const { account, digest, orderId } of hashes) {
      if (book.has(account)) book.spend(account, digest, orderId);
    }
  }

  /** Which of these order hashes were used before. */
  private async readHashes(uses: readonly { account: Address; digest: string }[]): Promise<SpentHashRow[]> {
    const unknown = uses.filter(({ account, digest }) => !this.book.isSpent(account, hash(digest)));
    if (unknown.length === 0) return [];
    return this.database.find(spentHashTable, { where: { digest: unknown.map(({ digest }) => digest) } });
  }

  private async loadListing(): Promise<void> {
    const tokens = await this.database.find(tokenTable, { order: [['symbol', 'asc']] });
    const markets = await this.database.find(marketTable, { order: [['index', 'asc']] });
    const listing = ListingState.of({
      tokens: tokens.map(({ minWithdrawal, ...token }) => ({
        ...token,
        minWithdrawal: minWithdrawal ?? undefined,
      })),
      markets: markets.map(({ lastRateKey: _, stop: __, ...market }) => market),
    });
    for (const { market, stop } of markets) listing.setStop(market, stop ?? undefined);
    this.book.takeListing(listing);
    for (const row of markets) {
      if (row.lastRateKey !== null) this.book.setLastRate(row.market, row.lastRateKey);
    }
  }

  private restoreCounter(name: string, last: number): void {
    if (name === 'postings') return this.book.restorePostingId(last);
    if (name === BLOCK_TIME) return this.book.unsettled.passBlock(last);
    if (name === FINAL_BLOCK) return this.book.unsettled.passFinal(last);
    const [kind, partition] = name.split(':');
    const ids = this.book.ledgers[Number(partition)]?.ids;
    if (ids !== undefined && (kind === 'orders' || kind === 'entries')) ids[kind] = last;
  }
}
