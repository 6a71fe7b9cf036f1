import {
  type Address,
  address,
  assert,
  entryId,
  type EntryId,
  type MarketId,
  orderId,
  type OrderId,
  type Partition,
  partitionedId,
  partitionOf,
  present,
  type RateKey,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import { Account, type AccountRows, newAccountRecord } from './account/account';
import { ContractParameters } from './chain/contract-parameters';
import { FreeBudget } from './fees/free-budget';
import { DEFAULT_FEE_SCHEDULE, type FeeSchedule } from './fees/fee-schedule';
import { FeeVersions } from './fees/fee-versions';
import type { TradingRules } from './account/listing';
import type { Pool, PoolBucket } from './account/posting';
import { UnsettledTrades } from './trade/unsettled-trades';

/** Limits and times that an operator may set. */
export interface LedgerPolicy {
  /** Of one account in one market; stop orders count until they are triggered. */
  readonly maxOpenOrdersPerMarket: number;
  readonly maxStopsPerMarket: number;
  readonly maxPegsPerMarket: number;
  /** How long a co-signed withdrawal can be mined. */
  readonly withdrawalSeconds: number;
  /** The first one; others are announced. */
  readonly feeSchedule: FeeSchedule;
  /** How long before its start another schedule is announced at least. */
  readonly feeNoticeSeconds: number;
  /** The operator's own limit of fees, in 1/10 000; the contract's may be lower. */
  readonly maxFeeBps: number;
  /** Gas of settling one trade, which takers pay for; 0 when it isn't charged. */
  readonly settlementGas: number;
  /** A submitted withdrawal is so large that its fee is at most this part of it, in 1/10 000. */
  readonly withdrawalShareBps: number;
}

/** docs/interface (limits), docs: ledger (entries), contracts (maxFeeBps). */
export const DEFAULT_POLICY: LedgerPolicy = {
  maxOpenOrdersPerMarket: 1000,
  maxStopsPerMarket: 100,
  maxPegsPerMarket: 50,
  withdrawalSeconds: 3600,
  feeSchedule: DEFAULT_FEE_SCHEDULE,
  feeNoticeSeconds: 24 * 3600,
  maxFeeBps: 200,
  settlementGas: 0,
  withdrawalShareBps: 1_000,
};

/** The last numbers given out; stored with the facts of the call that used them. */
export interface IdCounters {
  orders: number;
  entries: number;
}

/** What the ledgers of all partitions of a process have in common. */
export interface AllPartitions {
  /** What the contract says for all partitions. */
  readonly contract: ContractParameters;
  readonly unsettled: UnsettledTrades;
  /** What may be promised as rebates. */
  readonly budget: FreeBudget;
  /** The schedules of fees. */
  readonly fees: FeeVersions;
}

/** The accounts of one partition that are in memory, and what they share. */
export class Ledger implements AllPartitions {
  readonly contract: ContractParameters;
  readonly unsettled: UnsettledTrades;
  readonly budget: FreeBudget;
  readonly fees: FeeVersions;
  readonly accounts = new Map<Address, Account>();
  readonly markets = new Map<MarketId, TradingRules>();
  /** Rate of each market's last trade, of any accounts. */
  readonly lastRates = new Map<MarketId, RateKey>();
  private readonly reserved = new Map<Address, TokenAmount>();
  private readonly pools = new Map<string, bigint>();

  constructor(
    readonly partition: Partition,
    readonly ids: IdCounters = { orders: 0, entries: 0 },
    public policy: LedgerPolicy = DEFAULT_POLICY,
    all: Partial<AllPartitions> = {},
  ) {
    this.contract = all.contract ?? new ContractParameters();
    this.unsettled = all.unsettled ?? new UnsettledTrades();
    this.budget = all.budget ?? new FreeBudget();
    this.fees = all.fees ?? new FeeVersions(policy.feeSchedule);
  }

  /** The most that a trade's fees may be together, in 1/10 000. */
  get maxFeeBps(): number {
    return Math.min(this.policy.maxFeeBps, this.contract.maxFeeBps);
  }

  /** The account, which the caller loaded before; a missing one is a defect. */
  account(address: Address): Account {
    return present(this.accounts.get(address), `account ${address} in memory`);
  }

  /** Takes an account into memory; without rows it is a new one. */
  load(address: Address, rows?: AccountRows): Account {
    assert(partitionOf(address) === this.partition, `account ${address} is of another partition`);
    assert(!this.accounts.has(address), `account ${address} is in memory already`);
    const account = Account.load(
      rows ?? {
        record: newAccountRecord(address),
        balances: [],
        orders: [],
        entries: [],
        exits: [],
        minimumNonces: [],
        delegates: [],
        cancellations: [],
      },
    );
    this.accounts.set(address, account);
    return account;
  }

  /** Forgets an account whose rows are stored. */
  evict(address: Address): void {
    this.accounts.delete(address);
  }

  /** The next accountSeq of an account: once per notice to it. */
  advanceSeq(address: Address): number {
    const account = this.account(address);
    account.record = { ...account.record, seq: account.record.seq + 1 };
    return account.record.seq;
  }

  nextOrderId(): OrderId {
    this.ids.orders += 1;
    return orderId(partitionedId(this.partition, this.ids.orders));
  }

  nextEntryId(): EntryId {
    this.ids.entries += 1;
    return entryId(partitionedId(this.partition, this.ids.entries));
  }

  /** What this partition's trades that aren't settled were promised as rebates out of the budget. */
  reservedRebates(token: Address): TokenAmount {
    return this.reserved.get(token) ?? ZERO_AMOUNT;
  }

  setReservedRebates(token: Address, reserved: TokenAmount): void {
    this.budget.add(token, this.reservedRebates(token) - reserved);
    this.reserved.set(token, reserved);
  }

  /** Sum of a pool's postings in this partition, signed. */
  pool(pool: Pool, token: Address, bucket: PoolBucket = 'total'): bigint {
    return this.pools.get(`${pool}:${bucket}:${token}`) ?? 0n;
  }

  /** Tokens of which something settled was posted to a pool. */
  tokensOf(pool: Pool): Address[] {
    const prefix = `${pool}:settled:`;
    const keys = [...this.pools.keys()].filter((key) => key.startsWith(prefix));
    return keys.map((key) => address(key.slice(prefix.length)));
  }

  addToPool(pool: Pool, token: Address, bucket: PoolBucket, change: bigint): void {
    this.pools.set(`${pool}:${bucket}:${token}`, this.pool(pool, token, bucket) + change);
    if (pool === 'budget' && bucket === 'settled') this.budget.add(token, change);
  }
}
