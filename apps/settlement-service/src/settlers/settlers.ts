import { type Address, ALARM_EVERY_MS, present } from '@exchange/core/kernel';
import { isSignerSilent, type SettlerKey, type SettlerTransaction } from '@exchange/edge/keys';
import type { Clock, Log } from '@exchange/platform';
import type { SettlementChain } from '../chain/settlement-chain';
import type { SettlementLimits } from '../round/settlement-limits';
import type { SettlementMetrics } from '../round/settlement-metrics';
import { FundsAlarm, settlerFunds } from './settler-funds';
import { chooseSettler, lackOf, type SettlerStanding } from './settler-standing';
import { SignerWatch } from './signer-watch';

/** How often roles, balances and standbys are looked at, when nothing asks for it before. */
const LOOK_EVERY_MS = 15_000;
const NEVER = Number.NEGATIVE_INFINITY;

interface SettlersDeps {
  readonly chain: Pick<SettlementChain, 'balance' | 'marketPrice' | 'dataFee' | 'hasRole'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: SettlementMetrics;
  readonly limits: Pick<SettlementLimits, 'batchTrades' | 'runwayBatches' | 'floorBatches' | 'awayMs'>;
}

/** What is kept of a settler beside what the chain says. */
interface Settler {
  readonly key: SettlerKey;
  readonly watch: SignerWatch;
  readonly funds: FundsAlarm;
  standing: Pick<SettlerStanding, 'hasRole' | 'runway'>;
  /** When it was last alarmed about. */
  droppedAt: number;
}

/**
 * The keys that may settle, in the order in which they take over. One of them sends; it changes only when all are looked at,
 * between two batches. Nothing of this is stored: a new process chooses by what it finds, and each batch says whose it is.
 */
export class Settlers {
  readonly #settlers: readonly Settler[];
  #active: Address | undefined;
  #lookedAt = NEVER;
  #unfunded: ReadonlySet<Address> = new Set();
  /** Of the list and of those with batches on their way; and when the node last refused one that its settler can't pay for. */
  #dropped: ReadonlySet<Address> = new Set();
  readonly #unfundedAt = new Map<Address, number>();

  /** `keys`: at least one. */
  constructor(
    keys: readonly SettlerKey[],
    private readonly deps: SettlersDeps,
  ) {
    const { log, limits } = deps;
    this.#settlers = keys.map((key) => ({
      ...{ key, watch: new SignerWatch(), funds: new FundsAlarm(key.address, log, limits.runwayBatches) },
      ...{ standing: { hasRole: true, runway: 0n }, droppedAt: NEVER },
    }));
  }

  /** Who sends; the first of the list before any look. */
  get active(): Address {
    return this.#active ?? this.#first.key.address;
  }

  /** Whether it can't settle, because the contract doesn't let it; its key may have left the list. */
  isDropped(address: Address): boolean {
    return this.#dropped.has(address);
  }

  /** The node refuses what it sends, since it can't pay. */
  unfunded(address: Address): void {
    this.#unfundedAt.set(address, this.deps.clock.steady());
  }

  /** Whether it sends no more and couldn't pay a moment ago: the node isn't asked again and again meanwhile. */
  rests(address: Address): boolean {
    const unfundedAt = this.#unfundedAt.get(address) ?? NEVER;
    return address !== this.active && this.deps.clock.steady() - unfundedAt < LOOK_EVERY_MS;
  }

  /** Whether it sends no more and its signer gave nothing a moment ago: it may answer slowly, and the others wait for that. */
  isMute(address: Address): boolean {
    const since = this.deps.clock.steady() - LOOK_EVERY_MS;
    return address !== this.active && this.#find(address)?.watch.hasFailed(since) === true;
  }

  keyOf(address: Address): SettlerKey | undefined {
    return this.#find(address)?.key;
  }

  /** What the process says of itself: who sends, and how many of how many could. */
  toString(): string {
    if (this.#active === undefined) return 'none yet';
    return `${this.active}, ${this.#fitOf(this.#standings())} of ${this.#settlers.length} can settle`;
  }

  /** The signed transaction of one of ours. Rejects when its signer is away, or refuses. */
  async sign(address: Address, transaction: SettlerTransaction) {
    const { key, watch } = present(this.#find(address), `settler ${address}`);
    try {
      const signed = await key.sign(transaction);
      watch.signed();
      return signed;
    } catch (error) {
      if (isSignerSilent(error)) watch.failed(this.deps.clock.steady());
      throw error;
    }
  }

  /** The contract refused what the active one did. */
  doubt(): void {
    this.#lookedAt = NEVER;
  }

  /** Looks before anything is sent when nothing is known, or what is known is in doubt. */
  async lookInDoubt(senders: ReadonlySet<Address>): Promise<void> {
    if (this.#lookedAt === NEVER) await this.look(this.#unfunded, senders);
  }

  /**
   * Looks at all of them now and then, and chooses who sends. `unfunded`: those whose transactions the node refused last
   * because they can't pay. `senders`: those whose batches are on their way. Rejects when the node can't be reached.
   */
  async look(unfunded: ReadonlySet<Address>, senders: ReadonlySet<Address>): Promise<void> {
    const now = this.deps.clock.steady();
    const isNews = [...unfunded].some((address) => !this.#unfunded.has(address));
    this.#unfunded = unfunded;
    if (isNews || now - this.#lookedAt >= LOOK_EVERY_MS) {
      await this.#read(senders);
      this.#lookedAt = now;
    }
    this.#choose();
  }

  async #read(senders: ReadonlySet<Address>): Promise<void> {
    const { chain, clock, limits } = this.deps;
    const addresses = this.#settlers.map(({ key }) => key.address);
    const [funds, dropped] = await Promise.all([
      settlerFunds(chain, addresses, limits),
      this.#withoutRole(new Set([...addresses, ...senders])),
    ]);
    this.#dropped = dropped;
    const now = clock.steady();
    for (const [index, settler] of this.#settlers.entries()) {
      const own = present(funds[index], 'funds');
      const { address } = settler.key;
      settler.standing = { hasRole: !dropped.has(address), runway: own.runway };
      settler.funds.heed(own, this.#unfunded.has(address), now);
      if (address === this.active) this.deps.metrics.funds(own);
      else void this.#askStandby(settler);
      this.#alarmDropped(settler, now);
    }
  }

  async #withoutRole(settlers: ReadonlySet<Address>): Promise<ReadonlySet<Address>> {
    const asked = [...settlers].map(async (settler) =>
      (await this.deps.chain.hasRole(settler)) ? [] : [settler],
    );
    return new Set((await Promise.all(asked)).flat());
  }

  /** Settlement doesn't wait for the answer of one that only stands by. */
  async #askStandby({ key, watch }: Settler): Promise<void> {
    const isThere = await key.answers();
    watch.answered(isThere, this.deps.clock.steady());
  }

  #choose(): void {
    const { log, metrics } = this.deps;
    const standings = this.#standings();
    const was = this.active;
    const next = present(chooseSettler(standings, this.#active, this.#floor), 'settler');
    this.#active = next;
    const fit = this.#fitOf(standings);
    metrics.settlers({ active: next, fit, all: standings.map(({ address }) => address) });
    if (was === next) return;
    const before = standings.find(({ address }) => address === was);
    const lack = lackOf(present(before, `settler ${was}`), this.#floor);
    const change = { from: was, to: next };
    if (lack === undefined) log.warn(change, 'a settler before it in the list sends again');
    else
      log.error(
        { alarm: 'settler_changed', ...change, lack },
        'another settler takes over: the one before can not settle',
      );
  }

  #alarmDropped(settler: Settler, now: number): void {
    if (settler.standing.hasRole || now - settler.droppedAt < ALARM_EVERY_MS) return;
    settler.droppedAt = now;
    this.deps.log.error(
      { alarm: 'settler_dropped', settler: settler.key.address },
      "the contract doesn't let a settler of ours settle",
    );
  }

  get #floor(): bigint {
    return BigInt(this.deps.limits.floorBatches);
  }

  /** How many of them could send. */
  #fitOf(standings: readonly SettlerStanding[]): number {
    return standings.filter((one) => lackOf(one, this.#floor) === undefined).length;
  }

  #standings(): readonly SettlerStanding[] {
    const now = this.deps.clock.steady();
    return this.#settlers.map(({ key: { address }, watch, standing }) => ({
      ...{ address, ...standing, isUnfunded: this.#unfunded.has(address) },
      isAway: watch.isAway(now, this.deps.limits.awayMs),
    }));
  }

  #find(wanted: Address): Settler | undefined {
    return this.#settlers.find(({ key }) => key.address === wanted);
  }

  get #first(): Settler {
    return present(this.#settlers[0], 'settler');
  }
}
