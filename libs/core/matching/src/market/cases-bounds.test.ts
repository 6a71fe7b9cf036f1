import { beforeEach, describe, expect, it } from '@jest/globals';
import { orderId } from '@exchange/core/kernel';
import type { MarketEvent, MarketInputOf } from '@exchange/core/message';
import { applyCommand, hasPendingWork, continueWork } from './apply-command';
import type { MarketCommand } from './command';
import { memoryStore } from '../book/memory-store';
import { brokenInvariants } from './invariants';
import {
  accountOf,
  brief,
  marketRules,
  openMarket,
  order,
  rateKeyOf,
  stepsOf,
} from '../../test/market.fixture';
import { WORK_PER_STEP } from './create-market';
import type { Market } from './market';
import { waitingOrders } from './market-state';
import { expectSame } from '../../test/same.fixture';
import { restoreMarket, snapshotMarket } from '../snapshot/snapshot';
import { stateHash } from './state-hash';

const MANY = 100_000;
const UNIT = 20_000n;
const rules = marketRules({ traded: 0, quote: 0 });
const huge = () => openMarket(rules, { store: memoryStore() });
/** Orders of 20 000 traded units at a rate of 2, unless another quote amount is given. */
const sell = (id: number, more = {}) => order({ id, side: 'sell', traded: UNIT, quote: 2n * UNIT, ...more });
const buy = (id: number, more = {}) => order({ id, side: 'buy', traded: UNIT, quote: 2n * UNIT, ...more });
const usd = (rate: string | null): MarketCommand => ({ kind: 'peg_rate', currency: 'USD', rate, at: 1 });
const status = (to: 'open' | 'post_only' | 'delisted') => ({ kind: 'status', status: to, at: 1 }) as const;

function place(market: Market, commands: Iterable<MarketCommand>): Market {
  for (const command of commands) applyCommand(market, command);
  return market;
}

/** So many orders like these, in turn, with the ids from 1 on. */
function* numbered(count: number, ...like: readonly MarketInputOf<'place'>[]): Iterable<MarketCommand> {
  for (let id = 1; id <= count; id += 1) {
    const one = like[(id - 1) % like.length];
    if (one !== undefined) yield { at: 1, ...one, orderId: orderId(id) };
  }
}

/** A market whose turn comes after every step of another one: it trades, cancels, and has work left itself. */
class Neighbour {
  private readonly beside = openMarket(rules, { store: memoryStore(), workPerStep: 2 });
  private turns = 0;

  /** Does one step. */
  readonly turn = (): void => {
    if (hasPendingWork(this.beside)) continueWork(this.beside);
    else applyCommand(this.beside, this.command(this.turns));
    this.turns += 1;
  };

  /** The same commands, alone. */
  expectUndisturbed(): void {
    const alone = new Neighbour();
    while (alone.turns < this.turns) alone.turn();
    expect(stateHash(this.beside)).toBe(stateHash(alone.beside));
    expectSame(snapshotMarket(this.beside), snapshotMarket(alone.beside));
    expect(this.beside.tradeCount).toBeGreaterThan(0);
  }

  private command(turn: number): MarketCommand {
    const id = turn + 1;
    const kinds: readonly MarketCommand[] = [
      sell(id, { hidden: true }),
      sell(id),
      sell(id, { quote: 3n * UNIT }),
      buy(id, { traded: 3n * UNIT + 7n, quote: 9n * UNIT + 21n }),
      { kind: 'cancel', orderId: orderId(id - 1), account: accountOf(id - 1), reason: 'owner', at: id },
    ];
    return kinds[turn % kinds.length] as MarketCommand;
  }
}

let neighbour: Neighbour;
beforeEach(() => {
  neighbour = new Neighbour();
});

/** Does the work in steps beside a neighbour; every step but the last does as much as one may. */
function inBoundedSteps(
  market: Market,
  command: MarketCommand,
  unit: (event: MarketEvent) => boolean,
): (readonly MarketEvent[])[] {
  const steps = stepsOf(market, command, neighbour.turn);
  const work = steps.map((events) => events.filter(unit).length);
  expect(work.slice(0, -1).every((units) => units === WORK_PER_STEP)).toBe(true);
  expect(work.at(-1)).toBeLessThanOrEqual(WORK_PER_STEP);
  // A unit tells of itself, of what becomes of the order, and perhaps of a level.
  expect(Math.max(...steps.map((events) => events.length))).toBeLessThanOrEqual(3 * WORK_PER_STEP + 2);
  neighbour.expectUndisturbed();
  return steps;
}

const isTrade = ({ kind }: MarketEvent) => kind === 'trade';
const isDone = ({ kind }: MarketEvent) => kind === 'done';
const idsOf = (steps: readonly (readonly MarketEvent[])[], of: (event: MarketEvent) => boolean) =>
  steps.flat().flatMap((event) => (of(event) && 'orderId' in event ? [Number(event.orderId)] : []));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('work over many orders is done in steps of at most 500 units, with turns of other markets between', () => {
  it('a sweep of 100 000 orders of one level', () => {
    const market = place(huge(), numbered(MANY, sell(1)));
    const taker = buy(MANY + 1, { traded: BigInt(MANY) * UNIT, quote: BigInt(MANY) * UNIT * 2n });
    const steps = inBoundedSteps(market, taker, isTrade);
    expect(steps).toHaveLength(MANY / WORK_PER_STEP);
    expectSame(idsOf(steps, isDone), [...upTo(MANY), MANY + 1]);
    expect(market.book.size).toBe(0);
  });

  it('100 000 stops that one trade triggers, the nearest first and then who came first', () => {
    const market = huge();
    place(market, [sell(MANY + 1), buy(MANY + 2), sell(MANY + 3, { quote: 3n * UNIT })]);
    const near = buy(1, { quote: UNIT, stop: '2.5' });
    const far = buy(1, { quote: UNIT, stop: '2.6' });
    place(market, numbered(MANY, near, far));
    const taker = buy(MANY + 4, { quote: 3n * UNIT });
    const steps = inBoundedSteps(market, taker, (event) => isTrade(event) || event.kind === 'triggered');
    expect(steps).toHaveLength(MANY / WORK_PER_STEP + 1);
    const odd = upTo(MANY).filter((id) => id % 2 === 1);
    expectSame(
      idsOf(steps, ({ kind }) => kind === 'triggered'),
      [...odd, ...odd.map((id) => id + 1)],
    );
    expect([market.stops.size, market.book.size]).toEqual([0, MANY]);
  });

  it('a delisting of 100 000 orders, from the book, the stops and those that wait for a rate', () => {
    const market = place(huge(), [usd(null), sell(MANY + 1), buy(MANY + 2)]);
    const peg = { peg: { currency: 'USD', rateKey: rateKeyOf('1') } };
    const kinds = [{}, { hidden: true }, { stop: '9' }, peg];
    place(market, numbered(MANY, ...kinds.map((kind) => buy(1, kind))));
    expect([market.book.size, market.stops.size, market.suspended.size]).toEqual([
      MANY / 2,
      MANY / 4,
      MANY / 4,
    ]);
    const steps = inBoundedSteps(market, status('delisted'), isDone);
    expect(steps).toHaveLength(MANY / WORK_PER_STEP);
    const places = [1, 2, 3, 0].flatMap((rest) => upTo(MANY).filter((id) => id % 4 === rest));
    expectSame(idsOf(steps, isDone), places);
    expect([market.book.size, ...waitingOrders(market)]).toEqual([0]);
    expect([...market.pegged]).toEqual([]);
  });

  it('the expiry of 100 000 orders of the book within a minute, by their moments, then by their ids', () => {
    const kinds = [7, 3, 5].map((expiresAt) =>
      sell(1, { expiresAt: 64 + expiresAt, hidden: expiresAt === 5 }),
    );
    const market = place(huge(), [...numbered(MANY, ...kinds)].reverse());
    const leaving = (kind: number) => upTo(MANY).filter((id) => (id - 1) % kinds.length === kind);
    expect(stepsOf(market, { kind: 'time', now: 66, at: 1 })).toEqual([[]]);
    const first = inBoundedSteps(market, { kind: 'time', now: 68, at: 1 }, isDone);
    expectSame(idsOf(first, isDone), leaving(1));
    // More than a step takes come meanwhile, and have their place among the others.
    const late = upTo(WORK_PER_STEP + 100).map((number) => MANY + number);
    place(
      market,
      late.map((id) => sell(id, { expiresAt: 64 + 6 })),
    );
    const rest = inBoundedSteps(market, { kind: 'time', now: 128, at: 1 }, isDone);
    expectSame(idsOf(rest, isDone), [...leaving(2), ...late, ...leaving(0)]);
    expect(market.book.size).toBe(0);
  });

  it('the expiry of orders that wait, all in one second, by their ids', () => {
    const count = 10_000;
    const market = place(huge(), [usd(null), sell(count + 1), buy(count + 2)]);
    const peg = { peg: { currency: 'USD', rateKey: rateKeyOf('1') } };
    const kinds = [{ stop: '9' }, peg].map((kind) => buy(1, { expiresAt: 100, ...kind }));
    place(market, [...numbered(count, ...kinds)].reverse());
    applyCommand(market, buy(count + 3, { expiresAt: 101, stop: '9' }));
    expect(stepsOf(market, { kind: 'time', now: 99, at: 1 })).toEqual([[]]);
    const steps = inBoundedSteps(market, { kind: 'time', now: 100, at: 1 }, isDone);
    expectSame(idsOf(steps, isDone), upTo(count));
    expect(waitingOrders(market).map(({ orderId: id }) => Number(id))).toEqual([count + 3]);
  });

  it('a move of a rate that 5 000 orders follow, among as many that follow another', () => {
    const market = place(huge(), [usd('1'), { kind: 'peg_rate', currency: 'JPY', rate: '1', at: 1 }]);
    const followers = 5_000;
    const kinds = ['JPY', 'USD'].map((currency) => buy(1, { peg: { currency, rateKey: rateKeyOf('1') } }));
    place(market, numbered(2 * followers, ...kinds));
    const steps = inBoundedSteps(market, usd('1.25'), ({ kind }) => kind === 'rested');
    expect(steps).toHaveLength(followers / WORK_PER_STEP);
    expectSame(
      idsOf(steps, ({ kind }) => kind === 'rested'),
      upTo(followers).map((id) => 2 * id),
    );
    expect(market.book.level('buy', rateKeyOf('0.8')).count).toBe(followers);
    expect(market.book.level('buy', rateKeyOf('1')).count).toBe(followers);
  });
});

describe('a fill-or-kill order that meets 5 000 orders', () => {
  const met = 5_000;
  const fillOrKill = (traded: bigint) =>
    buy(met + 1, { traded, quote: traded * 2n, execution: 'fill_or_kill' });
  const full = () => place(huge(), numbered(met, sell(1), sell(1, { hidden: true })));

  it('walks over them in steps that change nothing, then trades with all', () => {
    const market = full();
    const steps = stepsOf(market, fillOrKill(BigInt(met) * UNIT), neighbour.turn);
    // The walk's last step has no work left for the first trade.
    expect(steps).toHaveLength((2 * met) / WORK_PER_STEP);
    expect(steps.slice(0, met / WORK_PER_STEP).flat()).toEqual([]);
    expect(steps.flat().filter(isTrade)).toHaveLength(met);
    expect(brief(steps.flat()).at(-1)).toBe(`done ${met + 1} filled`);
    neighbour.expectUndisturbed();
  });

  it('changes nothing when one unit is missing', () => {
    const market = full();
    const before = snapshotMarket(market);
    const steps = stepsOf(market, fillOrKill(BigInt(met) * UNIT + 1n), neighbour.turn);
    expect(steps).toHaveLength(met / WORK_PER_STEP);
    expect(brief(steps.flat())).toEqual([`done ${met + 1} fill_or_kill`]);
    const { sequence, digest } = snapshotMarket(market);
    expect(snapshotMarket(market)).toEqual({ ...before, sequence, digest });
  });

  it('goes on from a snapshot in the middle of its walk', () => {
    const market = full();
    applyCommand(market, fillOrKill(BigInt(met) * UNIT));
    for (let step = 0; step < 7; step += 1) continueWork(market);
    const restored = restoreMarket(JSON.parse(JSON.stringify(snapshotMarket(market))));
    while (hasPendingWork(market)) {
      expect(brief(continueWork(restored))).toEqual(brief(continueWork(market)));
      expect(stateHash(restored)).toBe(stateHash(market));
    }
    expect(snapshotMarket(restored)).toEqual(snapshotMarket(market));
    expect([market.book.size, brokenInvariants(restored)]).toEqual([0, []]);
  });
});
