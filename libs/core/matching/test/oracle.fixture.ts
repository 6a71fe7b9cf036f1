import type { MarketDecimals } from '@exchange/core/kernel';
import type { MarketEvent, MarketRules } from '@exchange/core/message';
import {
  applyCancel,
  applyCommand,
  applyPlace,
  continueWork,
  hasPendingWork,
} from '../src/market/apply-command';
import type { MarketCommand } from '../src/market/command';
import { brokenInvariants } from '../src/market/invariants';
import { marketRules } from './market.fixture';
import { createMarket, type MarketState } from '../src/market/market-state';
import { naiveBook } from '../oracle/src/naive-book';
import { expectSame } from './same.fixture';
import { type MarketSnapshot, restoreMarket, snapshotMarket } from '../src/snapshot/snapshot';
import { stateHash } from '../src/market/state-hash';
import { readEvents } from '../src/tape/read-events';
import { type FastBook, fastBook } from '../src/book/fast-book';
import { isPackable, PackedOrder } from '../src/book/packed-order';

export interface Setting {
  readonly rules: MarketRules;
  readonly workPerStep: number;
  /** Seeds the choice of the moments at which both are put back from snapshots. */
  readonly chance: number;
}

export function settingOf(drawn: {
  readonly decimals: MarketDecimals;
  readonly workPerStep: number;
  readonly minimum: bigint;
  readonly band: number | undefined;
  readonly chance: number;
}): Setting {
  const { decimals, workPerStep, minimum, band, chance } = drawn;
  const limits = { traded: minimum, quote: minimum, ...(band === undefined ? {} : { band }) };
  return { rules: marketRules(decimals, limits), workPerStep, chance };
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

/** One market twice: with the fast and with the naive book. */
class Pair {
  private fast: MarketState;
  private naive: MarketState;
  private commands = 0;
  private packed: PackedOrder | undefined;

  constructor(
    setting: Setting,
    private chance: number,
    private readonly seen: Seen,
  ) {
    const { rules, workPerStep } = setting;
    this.fast = createMarket(rules, { workPerStep, book: fastBook() });
    this.naive = createMarket(rules, { workPerStep, book: naiveBook() });
  }

  live(command: MarketCommand): void {
    this.count(`command ${command.kind}`);
    this.step((state) => (state === this.fast ? this.applyToFast(command) : applyCommand(state, command)));
    while (hasPendingWork(this.naive)) this.step(continueWork);
    this.commands += 1;
    if (this.commands % BETWEEN_HASHES === 0) expectSame(stateHash(this.fast), stateHash(this.naive));
    this.seen.commands += 1;
    if (this.naive.defect !== undefined) this.count('defect');
    const orders = this.orders;
    this.seen.largestBook = Math.max(this.seen.largestBook, orders);
    if (this.commands % BETWEEN_LOOKS[classOf(orders)] === 0) this.look();
  }

  /** Every other time as the hot path does it, without objects. */
  private applyToFast(command: MarketCommand): readonly MarketEvent[] {
    const state = this.fast;
    const book = state.book as FastBook;
    if (this.commands % 2 === 0) return applyCommand(state, command);
    if (command.kind === 'place' && isPackable(command)) {
      this.packed ??= new PackedOrder(book);
      applyPlace(state, this.packed.pack(command), command.at);
    } else if (command.kind === 'cancel') applyCancel(state, command, command.at);
    else return applyCommand(state, command);
    return readEvents(book.tape);
  }

  look(): void {
    expectSame(brokenInvariants(this.fast), []);
  }

  /** Compares whole states. */
  compare(): { ofFast: MarketSnapshot; ofNaive: MarketSnapshot } {
    const ofFast = snapshotMarket(this.fast);
    const ofNaive = snapshotMarket(this.naive);
    expectSame(ofFast, ofNaive);
    return { ofFast, ofNaive };
  }

  /** Each goes on with what the other's snapshot says. */
  private swap(): void {
    const { ofFast, ofNaive } = this.compare();
    this.fast = restoreMarket(ofNaive, fastBook());
    this.packed = undefined;
    this.naive = restoreMarket(ofFast, naiveBook());
    this.count('restore');
  }

  private get orders(): number {
    return this.naive.book.size + this.naive.stops.size + this.naive.suspended.size;
  }

  private step(work: (state: MarketState) => readonly MarketEvent[]): void {
    const told = work(this.naive);
    expectSame(work(this.fast), told);
    expectSame(this.fast.workDone, this.naive.workDone);
    for (const event of told) this.count(event.kind === 'done' ? event.reason : event.kind);
    // A linear congruential generator: its high bits are random enough.
    this.chance = (Math.imul(this.chance, 1_103_515_245) + 12_345) >>> 0;
    if ((this.chance >>> 8) % BETWEEN_RESTORES[classOf(this.orders)] === 0) this.swap();
  }

  private count(kind: string): void {
    this.seen.kinds.set(kind, (this.seen.kinds.get(kind) ?? 0) + 1);
  }
}

/** Lives through the commands with both books, and holds them against each other at every step. */
export function compareLives(setting: Setting, commands: readonly MarketCommand[], seen: Seen): void {
  const pair = new Pair(setting, setting.chance, seen);
  for (const command of commands) pair.live(command);
  pair.look();
  pair.compare();
}
