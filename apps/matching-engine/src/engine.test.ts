import { describe, expect, it } from '@jest/globals';
import { marketReport } from '@exchange/contract/bus';
import { amount, DefectError, type RateKey, rateKey } from '@exchange/core/kernel';
import { recordedInput } from '@exchange/core/message';
import { cancel, edit, EngineWorld, MARKET, OPENING, openingOf, place } from '../test/engine.fixture';
import type { ReportRow, SnapshotRow } from './persistence/tables';

/** The keys of the rates 9 and 10. */
const RATE_9 = rateKey(450_000);
const RATE_10 = rateKey(460_000);

const reportsOf = (world: EngineWorld) => [...world.store.table('report').values()] as unknown as ReportRow[];
const snapshotsOf = (world: EngineWorld) =>
  ([...world.store.table('snapshot').values()] as unknown as SnapshotRow[])
    .map(({ number }) => number)
    .sort((a, b) => a - b);

async function openWorld(bounds = {}) {
  const world = new EngineWorld();
  await world.control(...OPENING);
  const engine = await world.boot(bounds);
  await world.settle(engine);
  return { world, engine };
}

describe('the engine', () => {
  it('reports what the orders of all partitions did, with who asked for it', async () => {
    const { world, engine } = await openWorld();
    await world.orders(1, place(1, 'sell', 2n, 3n));
    await world.drain(engine);
    await world.orders(2, place(2, 'buy', 1n, 3n), cancel(9));
    await world.settle(engine);
    expect(world.told()).toEqual(['status open', 'rested 1', 'trade 1<2', 'done 2 filled', 'not_open 9']);
    expect(world.reported().map(({ account, origin }) => [account?.slice(-1), origin?.command])).toEqual([
      [undefined, undefined],
      ['1', 1],
      ['2', 2],
      ['9', undefined],
    ]);
  });

  it('records each turn before anything of it is published', async () => {
    const { world, engine } = await openWorld();
    const toldAtCommit: string[][] = [];
    world.database.faults.beforeCommit = () => void toldAtCommit.push(world.told());
    await world.orders(1, place(1, 'sell', 2n, 3n));
    await world.settle(engine);
    expect(toldAtCommit[0]).toEqual(['status open']);
    expect(world.told()).toEqual(['status open', 'rested 1']);
    const last = reportsOf(world).find(({ inputs }) =>
      inputs.some((input) => recordedInput.read(input).input.kind === 'place'),
    );
    expect(last).toMatchObject({
      market: MARKET,
      steps: 1,
      stateHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it('refuses orders that come before their market exists', async () => {
    const world = new EngineWorld();
    await world.orders(1, place(1, 'sell', 2n, 3n), cancel(1));
    const engine = await world.boot();
    await world.settle(engine);
    await world.control(...OPENING);
    await world.settle(engine);
    await world.orders(1, place(2, 'sell', 2n, 3n));
    await world.settle(engine);
    expect(world.told()).toEqual(['done 1 market_restarting', 'not_open 1', 'status open', 'rested 2']);
  });

  it('after a kill has its orders again, cancels new ones that waited, and opens with the status it had', async () => {
    const { world, engine } = await openWorld();
    await world.orders(1, place(1, 'sell', 2n, 3n), place(2, 'sell', 2n, 4n));
    await world.settle(engine);
    await world.orders(1, place(3, 'buy', 1n, 3n), cancel(2));
    const again = await world.boot();
    await world.settle(again);
    await world.orders(2, place(4, 'buy', 1n, 3n));
    await world.settle(again);
    expect(world.told().slice(3)).toEqual([
      'status cancel_only',
      'done 3 market_restarting',
      'done 2 owner',
      'status open',
      'trade 1<4',
      'done 4 filled',
    ]);
  });

  it('has stops, pegs, their rates and the last rate again after a kill, from snapshots and from reports', async () => {
    for (const snapshotEvery of [1, 1_000]) {
      const { world, engine } = await openWorld({ snapshotEvery });
      const usd = (key: RateKey) => ({ peg: { currency: 'USD', rateKey: key } });
      await world.control({ kind: 'peg_rate', currency: 'USD', rate: '2' });
      await world.drain(engine);
      await world.orders(1, place(1, 'sell', 1n, 10n), place(2, 'buy', 1n, 10n));
      await world.orders(
        2,
        place(3, 'sell', 1n, 1n, { stopRateKey: RATE_9 }),
        place(4, 'buy', 1n, 10n, usd(RATE_9)),
      );
      await world.orders(2, place(5, 'buy', 3n, 9n, { hidden: true }), edit(4, usd(RATE_10)));
      await world.settle(engine);
      const again = await world.boot({ snapshotEvery });
      await world.settle(again);
      const before = world.told().length;
      await world.control({ kind: 'peg_rate', currency: 'USD', rate: '2.0001' });
      await world.orders(1, place(6, 'sell', 1n, 9n));
      await world.settle(again);
      await world.control({ kind: 'peg_rate', currency: 'USD', rate: null });
      await world.settle(again);
      expect(world.told().slice(before)).toEqual([
        'trade 5<6',
        'done 6 filled',
        'triggered 3',
        'trade 5<3',
        'done 3 filled',
        'waiting 4',
      ]);
      expect(world.fatal).toEqual([]);
    }
  });

  it('answers an edit with who asked for it, and one for a market that does not exist yet as too late', async () => {
    const world = new EngineWorld();
    await world.orders(1, edit(1, { hidden: true }));
    const engine = await world.boot();
    await world.settle(engine);
    await world.control(...OPENING);
    await world.settle(engine);
    await world.orders(
      1,
      place(1, 'sell', 2n, 3n),
      edit(1, { hidden: true }),
      edit(1, { stopRateKey: RATE_9 }),
    );
    await world.settle(engine);
    expect(world.told().filter((text) => !text.startsWith('status'))).toEqual([
      'not_open 1',
      'rested 1',
      'edited 1',
      'rested 1',
      'edit_refused 1 stop_triggered',
    ]);
    expect(world.reported().at(-1)).toMatchObject({ origin: { command: 100_001 } });
  });

  it('tells no time before its last report, though the clock of whoever goes on is behind', async () => {
    for (const snapshotEvery of [1, 1_000]) {
      const world = new EngineWorld();
      const stored = () => Math.max(...reportsOf(world).map(({ at }) => at));
      const told = () => world.messages().map(({ at }) => at);
      const traded = () =>
        world.reported().flatMap(({ events }) => events.flatMap((e) => (e.kind === 'trade' ? [e.time] : [])));
      world.clock.step(60_000);
      await world.control(...OPENING);
      const engine = await world.boot({ snapshotEvery });
      await world.settle(engine);
      await world.orders(1, place(1, 'sell', 3n, 3n), place(9, 'buy', 1n, 3n));
      await world.settle(engine);
      const last = Math.max(...told());
      world.clock.step(-60_000);
      const again = await world.boot({ snapshotEvery });
      await world.settle(again);
      await world.orders(2, place(2, 'buy', 1n, 3n));
      await world.settle(again);
      expect(world.told().slice(-2)).toEqual(['trade 1<2', 'done 2 filled']);
      expect(told().at(-1)).toBe(last);
      expect(stored()).toBe(last);
      // The right clock goes on from where it catches up.
      await world.clock.advance(70_000);
      await world.orders(2, place(3, 'buy', 1n, 3n));
      await world.settle(again);
      expect(told().at(-1)).toBeGreaterThan(last);
      for (const times of [told(), traded()]) expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(traded()).toHaveLength(3);
    }
  });

  it('decides each input once, wherever it is killed around a commit', async () => {
    for (const moment of ['beforeCommit', 'afterCommit'] as const) {
      const { world, engine } = await openWorld();
      await world.orders(1, place(1, 'sell', 2n, 3n));
      world.database.faults[moment] = () => new Promise<void>(() => undefined);
      await world.clock.advance(1);
      void engine.step();
      await world.clock.advance(1);
      const again = await world.boot();
      await world.settle(again);
      const answers = world.told().filter((text) => text.includes(' 1'));
      expect(answers).toEqual(moment === 'afterCommit' ? ['rested 1'] : ['done 1 market_restarting']);
    }
  });

  it('spreads long work over turns, and goes on with it after a kill as if nothing had been', async () => {
    const told = async (kill: boolean) => {
      const { world, engine } = await openWorld({ eventsPerTurn: 300 });
      const sells = Array.from({ length: 600 }, (_, index) => place(index + 1, 'sell', 1n, 3n));
      await world.orders(1, ...sells);
      await world.settle(engine);
      await world.orders(2, place(5_000, 'buy', 700n, 3n), cancel(5_000));
      await world.clock.advance(1);
      await engine.step();
      let running = engine;
      if (kill) running = await world.boot({ eventsPerTurn: 300 });
      await world.settle(running);
      const asked = world.reported().filter(({ origin }) => origin?.command === 5_000);
      return { texts: world.told().filter((text) => !text.startsWith('status')), steps: asked.length };
    };
    const straight = await told(false);
    expect(straight.texts.slice(-3)).toEqual(['done 600 filled', 'rested 5000', 'done 5000 owner']);
    expect(straight.steps).toBeGreaterThan(2);
    expect(await told(true)).toEqual(straight);
  });

  it('bounds every turn and every message, however much all markets have to do at once', async () => {
    const eventsPerTurn = 2_000;
    const { world, engine } = await openWorld({ eventsPerTurn });
    const markets = [MARKET, 'ETHDAI', 'WBTCETH'];
    for (const market of markets.slice(1)) await world.controlOf(market, ...openingOf(market));
    const sells = Array.from({ length: 2_500 }, (_, index) => place(index + 1, 'sell', 1n, 3n));
    for (const market of markets) await world.ordersOf(market, 1, ...sells);
    await world.settle(engine);
    const turns: number[] = [];
    world.database.faults.beforeCommit = ({ outbox }) => {
      const steps = outbox.flatMap(({ data }) => marketReport.decode(data).steps);
      turns.push(steps.reduce((sum, { events }) => sum + events.length, 0));
      expect(Math.max(0, ...outbox.map(({ data }) => data.length))).toBeLessThanOrEqual(256 * 1024);
    };
    for (const market of markets)
      await world.ordersOf(market, 2, place(9_000, 'buy', 3_000n, 3n), cancel(9_000));
    await world.settle(engine);
    // A step of 500 fills has about twice as many events.
    expect(Math.max(...turns)).toBeLessThan(eventsPerTurn + 1_100);
    expect(turns.length).toBeGreaterThan(6);
    for (const market of markets) {
      const told = world.told(market);
      expect(told.slice(-3)).toEqual(['done 2500 filled', 'rested 9000', 'done 9000 owner']);
      expect(told.filter((text) => text.startsWith('trade'))).toHaveLength(2_500);
    }
  });

  it('bounds turns by work that tells nothing, such as the walks of fill-or-kill orders', async () => {
    const { world, engine } = await openWorld({ eventsPerTurn: 1_500 });
    const met = 1_200;
    await world.orders(1, ...Array.from({ length: met }, (_, index) => place(index + 1, 'sell', 1n, 3n)));
    await world.settle(engine);
    const turns: number[] = [];
    world.database.faults.beforeCommit = ({ outbox }) => {
      const steps = outbox.flatMap(({ data }) => marketReport.decode(data).steps);
      turns.push(steps.flatMap(({ events }) => events).length);
    };
    const walkers = Array.from({ length: 20 }, (_, index) =>
      place(9_000 + index, 'buy', BigInt(met) + 1n, 3n, { execution: 'fill_or_kill' }),
    );
    await world.orders(2, ...walkers);
    await world.settle(engine);
    // Each is told once, after a walk over all orders.
    expect(turns.reduce((sum, told) => sum + told, 0)).toBe(walkers.length);
    expect(Math.max(...turns)).toBeLessThanOrEqual(2);
  });

  it('keeps two snapshots and the reports since the older one, and goes on from them', async () => {
    const { world, engine } = await openWorld({ snapshotEvery: 3 });
    for (let id = 1; id <= 10; id += 1) {
      await world.orders(id % 4, place(id, id % 3 === 0 ? 'buy' : 'sell', BigInt(id), 3n));
      await world.drain(engine);
    }
    const [older = 0, newer = 0, ...more] = snapshotsOf(world);
    expect(more).toEqual([]);
    expect(newer).toBeGreaterThan(8);
    expect(newer - older).toBe(3);
    const numbers = reportsOf(world).map(({ number }) => number);
    expect(Math.min(...numbers)).toBe(older + 1);
    const again = await world.boot({ snapshotEvery: 3 });
    await world.settle(again);
    await world.orders(1, ...Array.from({ length: 10 }, (_, index) => cancel(index + 1)));
    await world.settle(again);
    expect(world.fatal).toEqual([]);
    const open = new Set<string>();
    for (const text of world.told()) {
      const [what, id = ''] = text.split(' ');
      if (what === 'rested') open.add(id);
      if (what === 'done') open.delete(id);
    }
    expect([...open]).toEqual([]);
  });

  it('writes a snapshot at a graceful stop', async () => {
    const { world, engine } = await openWorld();
    await world.orders(1, place(1, 'sell', 2n, 3n));
    await world.settle(engine);
    expect(snapshotsOf(world)).toEqual([]);
    await engine.stop();
    expect(snapshotsOf(world)).toEqual([Math.max(...reportsOf(world).map(({ number }) => number))]);
  });

  it('does not go on from a record that now has another result', async () => {
    const { world, engine } = await openWorld();
    await world.orders(1, place(1, 'sell', 2n, 3n));
    await world.settle(engine);
    const table = world.store.table('report');
    for (const [key, row] of table) table.set(key, { ...row, stateHash: 'ffffffffffffffff' });
    await expect(world.boot()).rejects.toThrow(DefectError);
  });

  it('stops a market on a defect, says so, and lets the others go on', async () => {
    const { world, engine } = await openWorld();
    const broken = place(1, 'sell', 2n, 3n);
    await world.orders(1, { ...broken, sellAmount: amount(1n) } as typeof broken);
    await world.settle(engine);
    expect(world.told().slice(1)).toEqual(['done 1 market_closed', 'status cancel_only']);
    expect(world.log.of('error')).toMatchObject([{ fields: { alarm: 'market_stopped', market: MARKET } }]);
    expect(world.fatal).toEqual([]);
  });
});
