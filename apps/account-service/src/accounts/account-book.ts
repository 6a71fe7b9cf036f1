import {
  type Address,
  amountFrom,
  assert,
  type Hash,
  type MarketId,
  marketId,
  PARTITIONS,
  partition,
  partitionedId,
  partitionOf,
  present,
  type RateKey,
  type TokenAmount,
} from '@exchange/core/kernel';
import {
  type Account,
  type AccountRows,
  type AnnouncementLimits,
  DelegateDirectory,
  FeeVersions,
  ContractParameters,
  FreeBudget,
  Ledger,
  type LedgerPolicy,
  type AllPartitions,
  UnsettledTrades,
} from '@exchange/core/ledger';
import { OperatorOrders, TotpTries } from '@exchange/platform';
import { AwaitedCommands } from '../awaited/awaited-commands';
import type { AccountGroup } from '../groups/account-group';
import { DisconnectSwitches } from '../disconnect/disconnect-switches';
import { AccountPoints } from '../limits/account-points';
import { ListingState } from '../listing/listing-state';
import { NOTHING_PAUSED, type PausedWithdrawals } from '../listing/paused-withdrawals';
import { type Logins, StrangerLogins } from './stranger-logins';
import { RateMemory } from '../rates/rate-memory';
import { SentPegs } from '../rates/sent-pegs';

/** So many hashes of orders that are done may stay in memory for each account. */
const SPENT_KEPT = 1_000;

/** Everything about one account that this service keeps, beside what the ledger keeps. */
interface LoginState extends Logins {
  /** The account has rows: it had a deposit, a trade or a delegation. Others leave none behind. */
  onRecord: boolean;
}

/** Name of the parameter that gateways are told with the listing. */
export const WAITING_PERIOD = 'waitingPeriod';
/** Name of the counter that remembers the newest block's time. */
export const BLOCK_TIME = 'block_time';
/** Name of the counter that remembers the newest final block. */
export const FINAL_BLOCK = 'final_block';
/** Name of the counter that remembers the newest final block of which some part was applied, if blocks came in parts. */
export const FINAL_BLOCK_BEGUN = 'final_block_begun';

/** Name of the counter that remembers the newest final block's time. */
export const FINAL_TIME = 'final_time';
/** Name of the row that says why nothing may be withdrawn by our hand. */
export const WITHDRAWAL_PAUSE = 'withdrawal_pause';

/** The accounts in memory, the listing, and the directory of delegates: all that a decision may look at. */
export class AccountBook implements AllPartitions {
  readonly ledgers: readonly Ledger[];
  listing = new ListingState();
  /** Markets that this process told their rules, and by which version of matching's own they were matched then. */
  readonly toldRules = new Map<MarketId, number>();
  /** Delegate → account, from the chain; small, so all of it is in memory. */
  readonly directory = new DelegateDirectory();
  readonly points = new AccountPoints();
  readonly rates = new RateMemory();
  readonly pegs = new SentPegs();
  readonly switches = new DisconnectSwitches();
  readonly totpTries = new TotpTries();
  readonly awaited = new AwaitedCommands();
  /** What this group has carried out of the operator's log. */
  readonly operatorOrders = new OperatorOrders();
  private readonly logins = new Map<Address, LoginState>();
  private readonly strangers = new StrangerLogins();
  /** Spent order hashes: of each account those of its open orders, and more that memory happens to know. */
  private readonly spent = new Map<Address, Map<Hash, number | null>>();
  /** Accounts of which memory knows many hashes of orders that are no longer open. */
  private readonly crowded = new Set<Address>();
  /** What the contract says for all accounts. */
  readonly contract = new ContractParameters();
  /** Trades of all accounts that aren't final. */
  readonly unsettled = new UnsettledTrades();
  /** What all accounts' trades may be promised as rebates. */
  readonly budget = new FreeBudget();
  /** The schedules of fees, and which of them is in force for all accounts. */
  readonly fees: FeeVersions;
  /** By partition: the version whose start is recorded. */
  readonly feeStarts = new Map<number, number>();
  /** Unix ms of the newest recorded start, as of the process' own. */
  feesStartedAt = 0;
  /** The first schedule is on record, and this process has compared it with the configured one. */
  areFeesStored = false;
  isFirstCompared = false;
  private postings = 0;
  /**
   * Why nothing more is asked to be co-signed or submitted and markets take only cancels, as the standing check said; undefined
   * when it agrees. The attester hears of it by itself.
   */
  withdrawalPause: string | undefined;
  /** What the operator lets nobody withdraw. */
  pausedWithdrawals: PausedWithdrawals = NOTHING_PAUSED;
  /** The process that the group goes to, as soon as that is stored. */
  movesTo: string | undefined;
  /** Unix ms at which free fees were last sent to the collector's group. */
  feesSentAt = 0;
  /** Markets with late trades of other groups' accounts, as far as those have said. */
  lateElsewhere: ReadonlySet<string> = new Set();
  /** When it was last said why markets are stopped, Unix ms. */
  stopsSaidAt = 0;
  /** Markets with late trades of this group's accounts, as it has said. */
  readonly toldLate = new Set<string>();

  constructor(
    policy: LedgerPolicy,
    readonly group: AccountGroup,
  ) {
    this.fees = new FeeVersions(policy.feeSchedule);
    this.ledgers = Array.from(
      { length: PARTITIONS },
      (_, index) => new Ledger(partition(index), { orders: 0, entries: 0 }, policy, this),
    );
  }

  ledgerOf(account: Address): Ledger {
    return present(this.ledgers[partitionOf(account)], 'ledger of the partition');
  }

  account(account: Address): Account {
    return this.ledgerOf(account).account(account);
  }

  /** The sequence of what the account was told so far; in a reply, after everything that the turn tells it. */
  accountSeq(account: Address): number {
    return this.account(account).record.seq;
  }

  has(account: Address): boolean {
    return this.ledgerOf(account).accounts.has(account);
  }

  /** Addresses in memory, least recently used first. */
  addresses(): IterableIterator<Address> {
    return this.logins.keys();
  }

  get size(): number {
    return this.logins.size;
  }

  load(account: Address, rows: AccountRows | undefined, login: Omit<LoginState, 'onRecord'>): void {
    assert(this.group.owns(account), `account ${account} is of another group`);
    const loaded = this.ledgerOf(account).load(account, rows);
    for (const order of loaded.orders.values()) this.spend(account, order.digest, order.id);
    const kept = rows === undefined ? this.strangers.take(account) : undefined;
    this.logins.set(account, { ...(kept ?? login), onRecord: rows !== undefined });
  }

  /** Moves an account to the end of the order of eviction. */
  touch(account: Address): void {
    const login = this.logins.get(account);
    if (login === undefined) return;
    this.logins.delete(account);
    this.logins.set(account, login);
  }

  evict(account: Address): void {
    const login = this.logins.get(account);
    if (login?.onRecord === false) this.strangers.keep(account, login);
    this.ledgerOf(account).evict(account);
    this.awaited.evict(account);
    this.logins.delete(account);
    this.spent.delete(account);
  }

  login(account: Address): LoginState {
    return present(this.logins.get(account), `login state of ${account}`);
  }

  /** The account has rows from now on; its logins so far, if it had none before. */
  markOnRecord(account: Address): Logins | undefined {
    const login = this.login(account);
    if (login.onRecord) return undefined;
    login.onRecord = true;
    return login;
  }

  isSpent(account: Address, digest: Hash): boolean {
    return this.spent.get(account)?.has(digest) ?? false;
  }

  /** The order that used this hash; undefined when the hash is unused, null when it is void without an order. */
  spentBy(account: Address, digest: Hash): number | null | undefined {
    return this.spent.get(account)?.get(digest);
  }

  spend(account: Address, digest: Hash, orderId: number | null): void {
    const hashes = this.spent.get(account) ?? new Map<Hash, number | null>();
    hashes.set(digest, orderId);
    this.spent.set(account, hashes);
    if (hashes.size > 2 * this.account(account).orders.size + SPENT_KEPT) this.crowded.add(account);
  }

  /** To be called when everything is stored: hashes of orders that are done can be asked of the database again. */
  forgetSpent(): void {
    for (const account of this.crowded) {
      if (!this.has(account)) continue;
      const open = [...this.account(account).orders.values()];
      this.spent.set(account, new Map(open.map(({ digest, id }) => [digest, id])));
    }
    this.crowded.clear();
  }

  /** Takes a listing, and with it the rules of each market in every partition. */
  takeListing(listing: ListingState): void {
    this.listing = listing;
    for (const id of listing.marketIds()) this.refreshMarket(id);
  }

  refreshMarket(market: string): void {
    const rules = this.listing.ledgerRules(market);
    for (const ledger of this.ledgers) ledger.markets.set(rules.id, rules);
  }

  lastRate(market: string): RateKey | undefined {
    return this.ledgers[0]?.lastRates.get(marketId(market));
  }

  setLastRate(market: string, rate: RateKey): void {
    for (const ledger of this.ledgers) ledger.lastRates.set(marketId(market), rate);
  }

  /** Seconds that the contract lets what needs no co-signature wait; undefined until the chain has told. */
  get waitingPeriod(): number | undefined {
    const value = this.contract.get(WAITING_PERIOD);
    return value === undefined ? undefined : Number(value);
  }

  /** The contract's limit of the fee of short withdrawals of a token, in its smallest units; 0 until it is set. */
  withdrawalFeeCap(token: Address): TokenAmount {
    return amountFrom(this.contract.get(`withdrawalFeeCap.${token}`) ?? '0');
  }

  /** What an announcement of fees must keep to now. */
  get feeLimits(): AnnouncementLimits {
    const { maxFeeBps, policy } = present(this.ledgers[0], 'ledger of partition 0');
    return { maxFeeBps, noticeSeconds: policy.feeNoticeSeconds };
  }

  restorePostingId(last: number): void {
    this.postings = last;
  }

  nextPostingId(): number {
    this.postings += 1;
    return partitionedId(this.group.first, this.postings);
  }

  /** The counter of its postings; that of partition 0 has the name of earlier releases. */
  get postingCounter(): { readonly name: string; readonly last: number } {
    return { name: postingCounterOf(this.group), last: this.postings };
  }
}

/** The name of the counter of a group's postings. */
export const postingCounterOf = ({ first }: AccountGroup): string =>
  first === 0 ? 'postings' : `postings:${first}`;
