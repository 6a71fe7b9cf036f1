import { describe, expect, it } from '@jest/globals';
import { rateKey } from '@exchange/core/kernel';
import { type SeededRandom, seededRandom } from '@exchange/test/kit';
import type { MarketInput } from '@exchange/core/message';
import { accountOf, cancel, edit, EngineWorld, OPENING, place } from '../test/engine.fixture';

const RUNS = 8;
const ROUNDS = 12;
const BOUNDS = { snapshotEvery: 4, eventsPerTurn: 6 };

/** The keys of rates around 10, and of pegs around 20 of a currency of which a quote token is worth about 2. */
const nearTen = (random: SeededRandom) => rateKey(460_000 + random.integer(-900, 900));
const nearTwenty = (random: SeededRandom) => rateKey(470_000 + random.integer(-900, 900));

function randomOrder(random: SeededRandom, id: number): MarketInput {
  const order = place(
    id,
    random.pick(['buy', 'sell']),
    BigInt(random.integer(1, 9)),
    BigInt(random.integer(9, 11)),
    {
      hidden: random.chance(0.2),
      ...(random.chance(0.2) ? { stopRateKey: nearTen(random) } : {}),
      ...(random.chance(0.2) ? { peg: { currency: 'USD', rateKey: nearTwenty(random) } } : {}),
      ...(random.chance(0.2)
        ? { execution: random.pick(['post_only', 'immediate_or_cancel', 'fill_or_kill'] as const) }
        : {}),
    },
  );
  return { ...order, account: accountOf(id) };
}

function randomInput(random: SeededRandom, placed: number): MarketInput {
  const id = random.integer(1, placed);
  if (random.chance(0.4)) return cancel(id);
  return edit(
    id,
    random.pick([{ hidden: true }, { expiresAt: 1_800_000_000 }, { stopRateKey: nearTen(random) }]),
  );
}

/** Sends random inputs, and kills the engine around commits at random; returns what ended in the log. */
async function randomLife(seed: string) {
  const random = seededRandom(seed);
  const world = new EngineWorld();
  await world.control(...OPENING, { kind: 'peg_rate', currency: 'USD', rate: '2' });
  let engine = await world.boot(BOUNDS);
  await world.settle(engine);
  let placed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const inputs = Array.from({ length: random.integer(1, 6) }, () => {
      if (placed > 0 && random.chance(0.3)) return randomInput(random, placed);
      placed += 1;
      return randomOrder(random, placed);
    });
    await world.orders(random.integer(0, 3), ...inputs);
    if (random.chance(0.3)) {
      const rate = random.pick(['', '1.95', '2', '2.0001', '2.07']) || null;
      await world.control({ kind: 'peg_rate', currency: 'USD', rate });
    }
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
          case 'waiting':
            expect(state.get(event.orderId)).not.toBe('done');
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
  });
});
