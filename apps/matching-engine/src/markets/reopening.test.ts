import { describe, expect, it } from '@jest/globals';
import { rateKey } from '@exchange/core/kernel';
import { type EngineSettings, reopenMarkets } from '../engine';
import { EngineWorld, OPENING, place } from '../../test/engine.fixture';

const WAIT_MS = 10_000;
/** The key of the rate 9. */
const RATE_9 = rateKey(450_000);
const USD = { peg: { currency: 'USD', rateKey: RATE_9 } };

const usd = (rate: string | null) => ({ kind: 'peg_rate', currency: 'USD', rate }) as const;

/** An engine whose market has a pegged order was killed; what `before` writes waits for the next one. */
async function restarted(before: (world: EngineWorld) => Promise<void>, settings: EngineSettings = {}) {
  const world = new EngineWorld();
  await world.control(...OPENING, usd('2'));
  const first = await world.boot();
  await world.settle(first);
  await world.orders(1, place(1, 'buy', 1n, 10n, USD));
  await world.settle(first);
  await before(world);
  const turn = await world.boot({ ratesWaitMs: WAIT_MS, ...settings });
  const reopened = reopenMarkets(turn);
  await world.drain(turn);
  await reopened;
  await world.drain(turn);
  const tick = async () => {
    turn.submit({ kind: 'continue' });
    await world.drain(turn);
    return world.told().slice(2);
  };
  return { world, turn, tick };
}

describe('a market after a restart', () => {
  it('opens as soon as all is applied when the rates of its pegged orders are fresh', async () => {
    const { tick } = await restarted(async () => undefined);
    expect(await tick()).toEqual(['status cancel_only', 'status open']);
  });

  it('stays cancel_only until a rate is known again, and then moves its pegged orders', async () => {
    const { world, tick } = await restarted((world) => world.control(usd(null)));
    expect(await tick()).toEqual(['status cancel_only', 'waiting 1']);
    await world.orders(1, place(2, 'sell', 1n, 3n));
    expect((await tick()).at(-1)).toBe('done 2 market_restarting');
    await world.control(usd('2.1'));
    expect((await tick()).slice(-2)).toEqual(['rested 1', 'status open']);
  });

  it('trusts no rate of a ledger that has been silent for a minute', async () => {
    const { world, tick } = await restarted(async (world) => {
      await world.clock.advance(61_000);
    });
    expect(await tick()).toEqual(['status cancel_only']);
    await world.control({ kind: 'time', now: 1_700_000_000 });
    expect((await tick()).at(-1)).toBe('status open');
  });

  it('opens without rates when it has waited long enough; its pegged orders stay outside the book', async () => {
    const { world, turn, tick } = await restarted((world) => world.control(usd(null)));
    await world.clock.advance(WAIT_MS - 100);
    expect((await tick()).at(-1)).toBe('waiting 1');
    await world.clock.advance(200);
    expect((await tick()).at(-1)).toBe('status open');
    await world.orders(1, place(2, 'sell', 1n, 3n));
    await world.drain(turn);
    await turn.published();
    expect(world.told().at(-1)).toBe('rested 2');
  });

  it('needs no rate that no pegged order follows', async () => {
    const { tick } = await restarted(async (world) => {
      await world.control({ kind: 'peg_rate', currency: 'JPY', rate: null });
    });
    expect(await tick()).toEqual(['status cancel_only', 'status open']);
  });

  it('is restarted in the record too: each start comes to the same from it', async () => {
    const { world, tick } = await restarted((world) => world.control(usd(null)));
    await tick();
    const again = await world.boot({ ratesWaitMs: WAIT_MS });
    await world.control(usd('2'));
    await world.settle(again);
    expect(world.told().slice(2)).toEqual(['status cancel_only', 'waiting 1', 'rested 1', 'status open']);
    expect(world.fatal).toEqual([]);
  });
});
