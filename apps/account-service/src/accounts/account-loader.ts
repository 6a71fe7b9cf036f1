import { type Address, entryId, hash } from '@exchange/core/kernel';
import { FIRST_FEES, type PoolBucket } from '@exchange/core/ledger';
import { feeRows } from '@exchange/core/message';
import { operatorHeadTable, ORDERS_KEPT, type Records } from '@exchange/platform';
import { awaitedCommandOf } from '../awaited/awaited-rows';
import { ListingState } from '../listing/listing-state';
import { pausedBy } from '../listing/paused-withdrawals';
import {
  chainParameterTable,
  delegateTable,
  exitTable,
  poolTable,
  unfinalParameterTable,
} from '../persistence/tables/account-tables';
import { entryOf } from '../persistence/ledger-rows';
import { entryTable } from '../persistence/tables/entry-table';
import { etherRateTable, feeStartTable, feeVersionTable } from '../persistence/tables/fee-tables';
import { lateMarketTable, marketTable, tokenTable } from '../persistence/tables/listing-tables';
import { accountLimitTable, disconnectSwitchTable } from '../persistence/tables/limit-tables';
import { type SpentHashRow, spentHashTable } from '../persistence/tables/order-tables';
import { counterTable, reservedRebateTable } from '../persistence/tables/output-tables';
import { withdrawalPauseTable } from '../persistence/tables/solvency-tables';
import {
  type AccountBook,
  BLOCK_TIME,
  FINAL_BLOCK,
  FINAL_TIME,
  postingCounterOf,
  WITHDRAWAL_PAUSE,
} from './account-book';
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
  constructor(private readonly book: AccountBook) {}

  async loadSharedState(records: Records, now: number): Promise<void> {
    const { book } = this;
    const { group } = book;
    for (const row of await records.find(delegateTable, { where: { validUntil: { gt: 0 } } })) {
      book.directory.add(row.delegate, row.account);
    }
    for (const { account, pointTenths } of await records.find(accountLimitTable)) {
      if (group.owns(account)) book.points.setLimit(account, pointTenths);
    }
    const switches = await records.find(disconnectSwitchTable);
    book.switches.load(
      switches.filter(({ account }) => group.owns(account)),
      now,
    );
    for (const row of await records.find(poolTable)) {
      if (!group.ownsPartition(row.partition)) continue;
      const ledger = book.ledgers[row.partition];
      ledger?.addToPool(row.pool, row.token, row.bucket as PoolBucket, row.amount);
    }
    for (const { partition, token, reserved } of await records.find(reservedRebateTable)) {
      if (!group.ownsPartition(partition)) continue;
      book.ledgers[partition]?.setReservedRebates(token, reserved);
    }
    for (const { token, rate } of await records.find(etherRateTable))
      book.rates.restoreEtherRate(token, rate);
    book.contract.restore(
      this.own(await records.find(chainParameterTable), 'name'),
      this.own(await records.find(unfinalParameterTable), 'place'),
    );
    for (const { ownerGroup, market } of await records.find(lateMarketTable)) {
      if (ownerGroup === group.name) book.toldLate.add(market);
    }
    const paused = this.own(await records.find(withdrawalPauseTable), 'name');
    book.withdrawalPause = paused.find(({ name }) => name === WITHDRAWAL_PAUSE)?.reason;
    book.pausedWithdrawals = pausedBy(paused.map(({ name }) => name));
    for (const row of await records.find(counterTable)) this.restoreCounter(row.name, row.last);
    await this.loadListing(records);
    await this.loadOperatorOrders(records);
    await this.loadFees(records);
    const { collector } = book.contract;
    if (collector !== undefined) this.take(await this.read(records, [{ accounts: [collector] }]));
    await this.loadLeaving(records, collector);
    await this.loadUnsettled(records);
  }

  /** The rows that this group keeps for itself, without its name. */
  private own<R extends { readonly [K in N]: string }, N extends string>(rows: readonly R[], key: N): R[] {
    return rows.flatMap((row) => {
      const name = this.book.group.nameIn(row[key]);
      return name === undefined ? [] : [{ ...row, [key]: name }];
    });
  }

  /** With which tokens a collector of another group has asked to leave. */
  private async loadLeaving(records: Records, collector: Address | undefined): Promise<void> {
    const { contract, group } = this.book;
    if (collector === undefined || group.owns(collector)) return;
    const exits = await records.find(exitTable, { where: { account: collector } });
    for (const { token } of exits) contract.noteLeaving(token, true);
  }

  /** In parts: after hours without settlement these are many. */
  private async loadUnsettled(records: Records): Promise<void> {
    for (let last = entryId(0); ;) {
      const rows = await records.find(entryTable, {
        where: { type: 'trade', open: true, id: { gt: last } },
        order: [['id', 'asc']],
        limit: UNSETTLED_PART,
      });
      for (const row of rows) if (this.book.group.owns(row.account)) this.book.unsettled.note(entryOf(row));
      const newest = rows.at(-1);
      if (newest === undefined || rows.length < UNSETTLED_PART) break;
      last = newest.id;
    }
    const { contract, unsettled } = this.book;
    // Who had been told before the start isn't known: told twice is better than never.
    if (contract.stop !== undefined) unsettled.markChanged(unsettled.accounts());
  }

  /** Reads what decisions need and memory lacks of this group's accounts; changes nothing. */
  async read(records: Records, needs: readonly AccountNeeds[]): Promise<AccountsRead> {
    const { group } = this.book;
    const wanted = [...new Set(needs.flatMap(({ accounts }) => accounts))].filter((one) => group.owns(one));
    const missing = wanted.filter((account) => !this.book.has(account));
    const [accounts, hashes] = await Promise.all([
      missing.length === 0 ? [] : readAccounts(records, missing),
      this.readHashes(
        records,
        needs.flatMap(({ hashes: used = [] }) => used),
      ),
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
  private async readHashes(
    records: Records,
    uses: readonly { account: Address; digest: string }[],
  ): Promise<SpentHashRow[]> {
    const unknown = uses.filter(({ account, digest }) => !this.book.isSpent(account, hash(digest)));
    if (unknown.length === 0) return [];
    return records.find(spentHashTable, { where: { digest: unknown.map(({ digest }) => digest) } });
  }

  private async loadOperatorOrders(records: Records): Promise<void> {
    const heads = await records.find(operatorHeadTable, {
      where: { ownerGroup: this.book.group.name },
      order: [['seq', 'desc']],
      limit: ORDERS_KEPT,
    });
    for (const { effects, ...order } of heads) this.book.operatorOrders.keep(order, effects);
  }

  private async loadListing(records: Records): Promise<void> {
    const tokens = await records.find(tokenTable, { order: [['symbol', 'asc']] });
    const markets = await records.find(marketTable, { order: [['index', 'asc']] });
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

  private async loadFees(records: Records): Promise<void> {
    const { fees, feeStarts, group } = this.book;
    const versions = await records.find(feeVersionTable, { order: [['version', 'asc']] });
    for (const { partition, version, at } of await records.find(feeStartTable, {
      order: [['version', 'asc']],
    })) {
      if (!group.ownsPartition(partition)) continue;
      feeStarts.set(partition, version);
      this.book.feesStartedAt = Math.max(this.book.feesStartedAt, at);
    }
    this.book.areFeesStored = versions.length > 0;
    fees.restore(
      versions.map((row) => ({ ...row, rows: feeRows.read(row.rows) })),
      Math.max(FIRST_FEES, ...feeStarts.values()),
    );
  }

  private restoreCounter(name: string, last: number): void {
    const { contract, group, unsettled } = this.book;
    if (name === postingCounterOf(group)) return this.book.restorePostingId(last);
    if (name === group.key(BLOCK_TIME)) return unsettled.passBlock(last);
    if (name === group.key(FINAL_BLOCK)) return unsettled.passFinal(last);
    if (name === group.key(FINAL_TIME)) return contract.passFinalTime(last);
    const [kind, partition] = name.split(':');
    const ids = this.book.ledgers[Number(partition)]?.ids;
    if (
      ids !== undefined &&
      group.ownsPartition(Number(partition)) &&
      (kind === 'orders' || kind === 'entries')
    )
      ids[kind] = last;
  }
}
