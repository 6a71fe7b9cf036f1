import { ledgerFees } from '@exchange/contract/bus';
import { partition, partitionedId } from '@exchange/core/kernel';
import type { MemoryStore } from '@exchange/test/kit';
import { AccountGroup } from '../../../apps/account-service/src/groups/account-group';
import type { GroupTerms } from '../../../apps/account-service/src/groups/group-map';
import { check } from './finding';

/** Rows as the auditor reads them: straight from the store, with no code of the service between. */
interface BalanceRow {
  account: string;
  token: string;
  usable: bigint;
  held: bigint;
  pendingWithdrawal: bigint;
  blocked: bigint;
  settled: bigint;
  boughtUnsettled: bigint;
  soldUnsettled: bigint;
  shortfall: bigint;
}

interface PostingRow {
  id: number;
  owner: string;
  token: string;
  bucket: string;
  amount: bigint;
}

interface OrderRow {
  id: number;
  account: string;
  side: string;
  sellToken: string;
  sellAmount: bigint;
  buyAmount: bigint;
  sellRemaining: bigint;
  held: bigint;
  editHeld: bigint | null;
  sellBook: bigint;
  buyBook: bigint;
  peg: object | null;
  active: boolean;
}

interface AccountRow {
  address: string;
  volume: bigint;
  newVolume: bigint;
}

interface VolumeRow {
  account: string;
  volume: bigint;
}

interface PoolRow {
  pool: string;
  bucket: string;
  token: string;
  amount: bigint;
}

interface ReservedRow {
  token: string;
  reserved: bigint;
}

interface EntryRow {
  open: boolean;
  cause: {
    kind: string;
    rebateInBought?: boolean;
    soldToken?: string;
    boughtToken?: string;
    rebate?: string;
  };
}

const FIGURES = [
  'usable',
  'held',
  'pendingWithdrawal',
  'blocked',
  'settled',
  'boughtUnsettled',
  'soldUnsettled',
  'shortfall',
] as const;
const CLAIMS: readonly string[] = ['usable', 'held', 'pendingWithdrawal', 'blocked', 'total'];

const rows = <R>(store: MemoryStore, table: string): R[] =>
  [...store.table(table).values()] as unknown as R[];

/** The standing checks of the double entry, after each commit of account-service. */
export class LedgerAudit {
  private readonly sums = new Map<string, bigint>();
  /** The last posting of each group, by the group's first partition, in whose name it numbers them. */
  private readonly postings: Map<number, number>;

  constructor(
    private readonly store: MemoryStore,
    private readonly groups: readonly Pick<GroupTerms, 'name' | 'partitions'>[] = [AccountGroup.WHOLE],
  ) {
    this.postings = new Map(groups.map(({ partitions }) => [partitions[0] ?? 0, 0]));
  }

  check(): void {
    this.readPostings();
    const balances = rows<BalanceRow>(this.store, 'balance');
    for (const balance of balances) this.checkBalance(balance);
    this.checkHolds(balances);
    this.checkShortfalls(balances);
    this.checkZeroSum();
    this.checkVolumes();
    this.checkRebates();
  }

  private readPostings(): void {
    const table = this.store.table('posting');
    let known = 0;
    for (const [first, last] of this.postings) {
      const seen = this.readPostingsOf(first, last, table);
      this.postings.set(first, seen);
      known += seen;
    }
    const [next] = [...this.postings].map(([first, last]) => partitionedId(partition(first), last + 1));
    check(
      known === table.size,
      () => `posting ${next} is missing: of ${table.size} there are ${known} in a row`,
    );
  }

  private readPostingsOf(first: number, last: number, table: ReadonlyMap<string, unknown>): number {
    for (let number = last + 1; ; number += 1) {
      const id = partitionedId(partition(first), number);
      const posting = table.get(postingKey(table, id)) as PostingRow | undefined;
      if (posting === undefined) return number - 1;
      const key = `${posting.owner} ${posting.token} ${posting.bucket}`;
      this.sums.set(key, (this.sums.get(key) ?? 0n) + posting.amount);
    }
  }

  private checkBalance(balance: BalanceRow): void {
    const { account, token } = balance;
    for (const figure of FIGURES) {
      const posted = this.sums.get(`${account} ${token} ${figure}`) ?? 0n;
      const told = () => `${figure} of ${account} in ${token} is ${balance[figure]}, postings say ${posted}`;
      check(balance[figure] === posted && balance[figure] >= 0n, told);
    }
    const claims = balance.usable + balance.held + balance.pendingWithdrawal + balance.blocked;
    const backing = balance.settled + balance.boughtUnsettled - balance.soldUnsettled + balance.shortfall;
    check(claims === backing, () => `${account} may use ${claims} of ${token}, backed by ${backing}`);
  }

  private checkHolds(balances: readonly BalanceRow[]): void {
    const held = new Map<string, bigint>();
    for (const order of rows<OrderRow>(this.store, 'orders')) {
      check(order.held >= order.sellBook, () => `order ${order.id} offers more than it holds`);
      checkHold(order);
      const key = `${order.account} ${order.sellToken}`;
      held.set(key, (held.get(key) ?? 0n) + order.held + (order.editHeld ?? 0n));
    }
    for (const { account, token, held: recorded } of balances) {
      const orders = held.get(`${account} ${token}`) ?? 0n;
      check(recorded === orders, () => `${account} holds ${recorded} of ${token}, its orders ${orders}`);
    }
  }

  private checkZeroSum(): void {
    const totals = new Map<string, bigint>();
    for (const [key, sum] of this.sums) {
      const [, token = '', bucket = ''] = key.split(' ');
      if (CLAIMS.includes(bucket)) totals.set(token, (totals.get(token) ?? 0n) + sum);
    }
    for (const [token, total] of totals)
      check(total === 0n, () => `claims of ${token} sum to ${total}, not to zero`);
  }

  /** What accounts lack is what the operator owes them. */
  private checkShortfalls(balances: readonly BalanceRow[]): void {
    const owed = new Map<string, bigint>();
    const add = (token: string, change: bigint) => owed.set(token, (owed.get(token) ?? 0n) + change);
    for (const { token, shortfall } of balances) add(token, shortfall);
    for (const { pool, token, amount } of rows<PoolRow>(this.store, 'pool')) {
      if (pool === 'shortfall') add(token, amount);
    }
    for (const [token, off] of owed) check(off === 0n, () => `shortfalls of ${token} are off by ${off}`);
  }

  /** What is promised as rebates is in the budget, and what is reserved is that of open trades. */
  private checkRebates(): void {
    const free = new Map<string, bigint>();
    const add = (token: string, change: bigint) => free.set(token, (free.get(token) ?? 0n) + change);
    const reserved = new Map<string, bigint>();
    for (const { pool, bucket, token, amount } of rows<PoolRow>(this.store, 'pool')) {
      if (pool === 'budget' && bucket === 'settled') add(token, amount);
    }
    for (const row of rows<ReservedRow>(this.store, 'reserved_rebate')) {
      add(row.token, -row.reserved);
      reserved.set(row.token, (reserved.get(row.token) ?? 0n) + row.reserved);
    }
    for (const { open, cause } of rows<EntryRow>(this.store, 'entry')) {
      if (!open || cause.kind !== 'trade') continue;
      const token = (cause.rebateInBought === true ? cause.boughtToken : cause.soldToken) ?? '';
      reserved.set(token, (reserved.get(token) ?? 0n) - BigInt(cause.rebate ?? '0'));
    }
    for (const [token, units] of this.budgetUnderWay()) add(token, units);
    for (const [token, left] of free) check(left >= 0n, () => `${-left} of ${token} is promised twice`);
    for (const [token, off] of reserved)
      check(off === 0n, () => `reserved rebates of ${token} are off by ${off}`);
  }

  /** What of the budget one group gave up and partition 0's has not taken yet, by token. */
  private budgetUnderWay(): ReadonlyMap<string, bigint> {
    const units = new Map<string, bigint>();
    for (const { token, amount, budget } of this.movedFees())
      if (budget === true) units.set(token, (units.get(token) ?? 0n) + amount);
    return units;
  }

  private movedFees() {
    const taker = this.groups.find(({ partitions }) => partitions.includes(partition(0)));
    return this.groups.flatMap(({ partitions }) => {
      const subject = ledgerFees.subject(partitions[0] ?? 0);
      const taken = this.store.positions.get(`${taker?.name}/${subject}`)?.seq ?? 0;
      const kept = this.store.outbox.get(subject) ?? [];
      return kept.filter(({ seq }) => seq > taken).flatMap(({ data }) => ledgerFees.decode(data).fees);
    });
  }

  private checkVolumes(): void {
    const hours = new Map<string, bigint>();
    for (const { account, volume } of rows<VolumeRow>(this.store, 'volume_bucket')) {
      hours.set(account, (hours.get(account) ?? 0n) + volume);
    }
    for (const { address, volume, newVolume } of rows<AccountRow>(this.store, 'account')) {
      const counted = hours.get(address) ?? 0n;
      const told = () => `the volume of ${address} is ${volume} + ${newVolume}, its hours say ${counted}`;
      check(volume + newVolume === counted, told);
    }
  }
}

/** What an order holds: what it offers, or as a pegged buy its quantity at the signed rate; beside that an edit's part. */
function checkHold(order: OrderRow): void {
  const { id, held, editHeld, sellBook, buyBook, sellAmount, buyAmount, sellRemaining } = order;
  const isFree = held === 0n && editHeld === null;
  check(order.active || isFree, () => `order ${id} is closed and holds ${held} and ${editHeld}`);
  const isPeggedBuy = order.peg !== null && order.side === 'buy';
  const most = isPeggedBuy ? (buyBook * sellAmount) / buyAmount : sellBook;
  check(held <= most, () => `order ${id} holds ${held}, and needs at most ${most}`);
  const total = held + (editHeld ?? 0n);
  check(
    total <= sellRemaining,
    () => `order ${id} holds ${total}, but has only ${sellRemaining} left to sell`,
  );
}

/** Keys of rows are the store's own; the first row's key shows how they look. */
function postingKey(table: ReadonlyMap<string, unknown>, id: number): string {
  const [sample = ''] = table.keys();
  return sample.replace(/\d+/, String(id));
}
