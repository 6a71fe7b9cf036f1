import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '@exchange/test/kit';
import { accountOf, cancel, EngineWorld, OPENING, place } from './engine.fixture';

const RUNS = 8;
const ROUNDS = 12;
const BOUNDS = { snapshotEvery: 4, eventsPerTurn: 6 };

/** Sends random orders and cancels, and kills the engine around commits at random; returns what ended in the log. */
async function randomLife(seed: string) {
  const random = seededRandom(seed);
  const world = new EngineWorld();
  await world.control(...OPENING);
  let engine = await world.boot(BOUNDS);
  await world.settle(engine);
  let placed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const inputs = Array.from({ length: random.integer(1, 6) }, () => {
      if (placed > 0 && random.chance(0.2)) return cancel(random.integer(1, placed));
      placed += 1;
      const order = place(
        placed,
        random.pick(['buy', 'sell']),
        BigInt(random.integer(1, 9)),
        BigInt(random.integer(9, 11)),
      );
      return { ...order, account: accountOf(placed) };
    });
    await world.orders(random.integer(0, 3), ...inputs);
    if (random.chance(0.4)) {
      const moment = random.pick(['beforeCommit', 'afterCommit'] as const);
      world.database.faults[moment] = () => new Promise<void>(() => undefined);
      await world.clock.advance(1);
      void engine.step();
      await world.clock.advance(1);
      engine = await world.boot(BOUNDS);
    }
    await world.settle(engine);
  }
  expect(world.fatal).toEqual([]);
  return { world, placed };
}

describe('an engine that is killed at random', () => {
  it('answers each order once, loses and doubles no trade, and has a dense log', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const { world, placed } = await randomLife(`engine-${run}`);
      const state = new Map<number, 'open' | 'done'>();
      const trades: number[] = [];
      for (const event of world.reported().flatMap(({ events }) => events)) {
        switch (event.kind) {
          case 'rested':
            expect(state.has(event.orderId)).toBe(false);
            state.set(event.orderId, 'open');
            break;
          case 'done':
            expect(state.get(event.orderId)).not.toBe('done');
            state.set(event.orderId, 'done');
            break;
          case 'trade':
            trades.push(event.tradeId);
            expect(state.get(event.maker.orderId)).toBe('open');
            break;
          case 'waiting':
          case 'triggered':
          case 'edited':
          case 'edit_refused':
          case 'level':
          case 'not_open':
          case 'status':
            break;
        }
      }
      expect([...state.keys()].sort((a, b) => a - b)).toEqual(
        Array.from({ length: placed }, (_, at) => at + 1),
      );
      expect(trades).toEqual(trades.map((_, at) => 3 * 2 ** 40 + at + 1));
    }
  }, 60_000);
});
