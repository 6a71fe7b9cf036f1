import type { MarketDecimals } from '@exchange/core/kernel';
import type { MarketEvent, MarketRules } from '@exchange/core/message';
import { applyCommand, continueWork, hasPendingWork } from '../src/market/apply-command';
import type { MarketCommand } from '../src/market/command';
import { brokenInvariants } from '../src/market/invariants';
import { marketRules } from './market.fixture';
import { createMarket } from '../src/market/create-market';
import type { Market } from '../src/market/market';
import { naiveStore } from '../oracle/src/naive-store';
import { expectSame } from './same.fixture';
import { type MarketSnapshot, restoreMarket, snapshotMarket } from '../src/snapshot/snapshot';
import { stateHash } from '../src/market/state-hash';
import { memoryStore } from '../src/book/memory-store';

export interface Setting {
  readonly rules: MarketRules;
  readonly workPerStep: number;
  /** With which the life begins. */
  readonly rulesVersion: number;
  /** Seeds the choice of the moments at which both are put back from snapshots. */
  readonly chance: number;
}

export function settingOf(drawn: {
  readonly decimals: MarketDecimals;
  readonly workPerStep: number;
  readonly rulesVersion: number;
  readonly minimum: bigint;
  readonly band: number | undefined;
  readonly chance: number;
}): Setting {
  const { decimals, workPerStep, rulesVersion, minimum, band, chance } = drawn;
  const limits = {
    traded: minimum,
    quote: minimum,
    least: 2n * minimum,
    ...(band === undefined ? {} : { band }),
  };
  return { rules: marketRules(decimals, limits), workPerStep, rulesVersion, chance };
}

/** What a run met, by kind of command, event and reason. */
export interface Seen {
  readonly kinds: Map<string, number>;
  commands: number;
  largestBook: number;
}

/** Up to so many orders everything is looked at after each command; larger ones cost too much for that. */
const SMALL = 64;
const LARGE = 1000;
const BETWEEN_LOOKS = { small: 1, medium: 16, large: 64 } as const;
const BETWEEN_HASHES = 8;
/** Whole states are compared and put back once in so many steps. */
const BETWEEN_RESTORES = { small: 200, medium: 500, large: 2000 } as const;

const classOf = (orders: number) => (orders <= SMALL ? 'small' : orders <= LARGE ? 'medium' : 'large');

function nameOf(event: MarketEvent): string {
  if (event.kind === 'done') return event.reason;
  return event.kind === 'waiting' ? `waiting for ${event.for}` : event.kind;
}

/** One market twice: in memory and by the naive rules. */
class Pair {
  private market: Market;
  private naive: Market;
  private commands = 0;

  constructor(
    setting: Setting,
    private chance: number,
    private readonly seen: Seen,
  ) {
    const { rules, workPerStep, rulesVersion } = setting;
    this.market = createMarket(rules, { workPerStep, rulesVersion, store: memoryStore() });
    this.naive = createMarket(rules, { workPerStep, rulesVersion, store: naiveStore() });
  }

  live(command: MarketCommand): void {
    this.count(`command ${command.kind}`);
    this.step((market) => applyCommand(market, command));
    while (hasPendingWork(this.naive)) this.step(continueWork);
    this.commands += 1;
    if (this.commands % BETWEEN_HASHES === 0) expectSame(stateHash(this.market), stateHash(this.naive));
    this.seen.commands += 1;
    if (this.naive.defect !== undefined) this.count('defect');
    const orders = this.orders;
    this.seen.largestBook = Math.max(this.seen.largestBook, orders);
    if (this.commands % BETWEEN_LOOKS[classOf(orders)] === 0) this.look();
  }

  look(): void {
    expectSame(brokenInvariants(this.market), []);
  }

  /** Compares whole states. */
  compare(): { ofMarket: MarketSnapshot; ofNaive: MarketSnapshot } {
    const ofMarket = snapshotMarket(this.market);
    const ofNaive = snapshotMarket(this.naive);
    expectSame(ofMarket, ofNaive);
    return { ofMarket, ofNaive };
  }

  /** One goes on with what the other's snapshot says; the other as it is, so that what a snapshot lacks shows. */
  private restoreOne(): void {
    const { ofMarket, ofNaive } = this.compare();
    if ((this.chance & 0x80) === 0) this.market = restoreMarket(ofNaive);
    else this.naive = restoreMarket(ofMarket, naiveStore());
    this.count('restore');
  }

  private get orders(): number {
    const { book, stops, suspended, idle } = this.naive;
    return book.size + stops.size + suspended.size + idle.size;
  }

  private step(work: (market: Market) => readonly MarketEvent[]): void {
    const told = work(this.naive);
    expectSame(work(this.market), told);
    expectSame(this.market.workDone, this.naive.workDone);
    for (const event of told) this.count(nameOf(event));
    // A linear congruential generator: its high bits are random enough.
    this.chance = (Math.imul(this.chance, 1_103_515_245) + 12_345) >>> 0;
    if ((this.chance >>> 8) % BETWEEN_RESTORES[classOf(this.orders)] === 0) this.restoreOne();
  }

  private count(kind: string): void {
    this.seen.kinds.set(kind, (this.seen.kinds.get(kind) ?? 0) + 1);
  }
}

/** Lives through the commands with both, and holds them against each other at every step. */
export function compareLives(setting: Setting, commands: readonly MarketCommand[], seen: Seen): void {
  const pair = new Pair(setting, setting.chance, seen);
  for (const command of commands) pair.live(command);
  pair.look();
  pair.compare();
}
