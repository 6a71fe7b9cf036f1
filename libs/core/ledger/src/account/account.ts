import {
  type Address,
  assert,
  type EntryId,
  type Hash,
  type MarketId,
  type OrderId,
  type TradeId,
  WITHDRAWAL_NONCE_FIRST,
} from '@exchange/core/kernel';
import { type Balance, EMPTY_BALANCE } from './balance';
import type { Delegate } from '../delegate/delegate';
import { FIRST_FEES } from '../fees/fee-versions';
import { type Applied, type Entry, type EntryOf, hasCause } from './entry';
import type { Exit } from '../funds/exit';
import { isUnbound, type MinimumNonce } from '../order/minimum/minimum-nonce';
import type { Order } from '../order/order';
import type { OrderCancellation } from '../order/order-cancellation';

/** The scalar figures of an account. */
export interface AccountRecord {
  readonly address: Address;
  /** Running number of what the account was told (accountSeq). */
  readonly seq: number;
  /** No orders and no withdrawals until the operator has cleared it. */
  readonly frozen: boolean;
  /** Trailing 30-day volume in wei of ETH as of the last evaluation, which decides the fee tier. */
  readonly volume: bigint;
  /** Traded since then, in wei. */
  readonly newVolume: bigint;
  /** The newest hour (Unix hours) with trades, and what was traded in it so far, in wei. */
  readonly volumeHour: number;
  readonly hourVolume: bigint;
  /** The hour from which on the volume must be evaluated again; null when there is nothing to evaluate. */
  readonly volumeDue: number | null;
  readonly nextWithdrawalNonce: number;
  /** Unix ms until which it can submit no withdrawal, because one failed; 0 when none did. */
  readonly submitRestsUntil: number;
  /** Trades so far: the order in which they must settle. */
  readonly tradeCount: number;
  /** The version of the fees by which it was last told its tier. */
  readonly feesTold: number;
}

/** An account as rows: what is open. Closed orders and entries stay in the database. */
export interface AccountRows {
  readonly record: AccountRecord;
  readonly balances: readonly { readonly token: Address; readonly balance: Balance }[];
  readonly orders: readonly Order[];
  readonly entries: readonly Entry[];
  readonly exits: readonly Exit[];
  readonly minimumNonces: readonly MinimumNonce[];
  readonly delegates: readonly Delegate[];
  /** Those whose co-signature is still to come. */
  readonly cancellations: readonly OrderCancellation[];
}

export const newAccountRecord = (address: Address): AccountRecord => ({
  address,
  seq: 0,
  frozen: false,
  volume: 0n,
  newVolume: 0n,
  volumeHour: 0,
  hourVolume: 0n,
  volumeDue: null,
  nextWithdrawalNonce: WITHDRAWAL_NONCE_FIRST,
  submitRestsUntil: 0,
  tradeCount: 0,
  feesTold: FIRST_FEES,
});

/** One account in memory: read freely, changed only through a Journal. */
export class Account {
  readonly balances = new Map<Address, Balance>();
  readonly orders = new Map<OrderId, Order>();
  readonly entries = new Map<EntryId, Entry>();
  readonly exits = new Map<Address, Exit>();
  /** By sold token. */
  readonly minimumNonces = new Map<Address, MinimumNonce>();
  readonly delegates = new Map<Address, Delegate>();
  /** Cancellations whose co-signature is still to come. */
  readonly cancellations = new Map<Hash, OrderCancellation>();
  private readonly orderByCid = new Map<number, OrderId>();
  /** By either hash. */
  private readonly orderByHash = new Map<Hash, OrderId>();
  private readonly openByMarket = new Map<MarketId, number>();
  private readonly entryByTrade = new Map<TradeId, EntryId>();
  /** Entries of trades that are being reversed. */
  private readonly reversing = new Set<EntryId>();

  constructor(public record: AccountRecord) {}

  static load(rows: AccountRows): Account {
    const account = new Account(rows.record);
    for (const { token, balance } of rows.balances) account.balances.set(token, balance);
    for (const order of rows.orders) account.putOrder(order);
    for (const entry of rows.entries) account.putEntry(entry);
    for (const exit of rows.exits) account.putExit(exit);
    for (const minimum of rows.minimumNonces) account.putMinimumNonce(minimum);
    for (const delegate of rows.delegates) account.delegates.set(delegate.delegate, delegate);
    for (const cancellation of rows.cancellations) account.putCancellation(cancellation);
    return account;
  }

  dump(): AccountRows {
    return {
      record: this.record,
      balances: [...this.balances].map(([token, balance]) => ({ token, balance })),
      orders: [...this.orders.values()],
      entries: [...this.entries.values()],
      exits: [...this.exits.values()],
      minimumNonces: [...this.minimumNonces.values()],
      delegates: [...this.delegates.values()],
      cancellations: [...this.cancellations.values()],
    };
  }

  get address(): Address {
    return this.record.address;
  }

  balance(token: Address): Balance {
    return this.balances.get(token) ?? EMPTY_BALANCE;
  }

  openOrders(market: MarketId): number {
    return this.openByMarket.get(market) ?? 0;
  }

  orderOfCid(cid: number): Order | undefined {
    const id = this.orderByCid.get(cid);
    return id === undefined ? undefined : this.orders.get(id);
  }

  /** The open order with this hash in either form: the EIP-712 digest or the packed hash. */
  orderOfHash(hash: Hash): Order | undefined {
    const id = this.orderByHash.get(hash);
    return id === undefined ? undefined : this.orders.get(id);
  }

  tradeEntry(tradeId: TradeId): EntryOf<'trade'> | undefined {
    const id = this.entryByTrade.get(tradeId);
    const entry = id === undefined ? undefined : this.entries.get(id);
    return entry !== undefined && hasCause(entry, 'trade') ? entry : undefined;
  }

  /** Whether trades are being reversed, and wait for orders to give back what these hold. */
  get isReversing(): boolean {
    return this.reversing.size > 0;
  }

  /** The open entries of one cause, oldest first. */
  entriesOf<K extends Entry['cause']['kind']>(kind: K): EntryOf<K>[] {
    return [...this.entries.values()].filter((entry): entry is EntryOf<K> => hasCause(entry, kind));
  }

  /** The bucket that takes what the account is credited: blocked from the first sight of an exit request on. */
  creditBucket(token: Address): 'usable' | 'blocked' {
    return this.exits.has(token) ? 'blocked' : 'usable';
  }

  /** Marks of a credit that isn't settled: whether it is in the bucket that takes it. */
  creditMarks(token: Address, credited: 0 | 1): Applied {
    return this.creditBucket(token) === 'usable' ? [0, credited, -1] : [0, -1, credited];
  }

  putOrder(order: Order): void {
    assert(order.account === this.address, `order ${order.id} is of another account`);
    const isNew = !this.orders.has(order.id);
    if (!order.active) {
      if (isNew) return;
      this.orders.delete(order.id);
      for (const hash of [order.digest, order.packedHash]) this.orderByHash.delete(hash);
      if (order.cid !== null) this.orderByCid.delete(order.cid);
      this.countOpen(order.market, -1);
      return;
    }
    this.orders.set(order.id, order);
    if (!isNew) return;
    for (const hash of [order.digest, order.packedHash]) this.orderByHash.set(hash, order.id);
    if (order.cid !== null) this.orderByCid.set(order.cid, order.id);
    this.countOpen(order.market, 1);
  }

  putEntry(entry: Entry): void {
    assert(entry.account === this.address, `entry ${entry.id} is of another account`);
    if (entry.open && entry.cause.kind === 'trade' && entry.cause.reversing === true)
      this.reversing.add(entry.id);
    else this.reversing.delete(entry.id);
    if (entry.open) {
      this.entries.set(entry.id, entry);
      if (entry.cause.kind === 'trade') this.entryByTrade.set(entry.cause.tradeId, entry.id);
    } else {
      this.entries.delete(entry.id);
      if (entry.cause.kind === 'trade') this.entryByTrade.delete(entry.cause.tradeId);
    }
  }

  putCancellation(cancellation: OrderCancellation): void {
    if (cancellation.signature === null) this.cancellations.set(cancellation.digest, cancellation);
    else this.cancellations.delete(cancellation.digest);
  }

  putMinimumNonce(minimum: MinimumNonce): void {
    if (isUnbound(minimum)) this.minimumNonces.delete(minimum.token);
    else this.minimumNonces.set(minimum.token, minimum);
  }

  putExit(exit: Exit): void {
    if (exit.requests.length > 0) this.exits.set(exit.token, exit);
    else this.exits.delete(exit.token);
  }

  private countOpen(market: MarketId, change: number): void {
    const count = this.openOrders(market) + change;
    if (count > 0) this.openByMarket.set(market, count);
    else this.openByMarket.delete(market);
  }
}
