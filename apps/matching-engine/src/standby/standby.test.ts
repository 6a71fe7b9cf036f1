import { describe, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import { FencedError } from '@exchange/platform';
import type { EngineSettings } from '../engine';
import { cancel, EngineWorld, type EngineProcess, OPENING, place } from '../../test/engine.fixture';
import type { ReportRow } from '../persistence/tables';

const LEASE_MS = 3_000;
const lease = (holder: string) => ({ lease: { holder, milliseconds: LEASE_MS } });

/** An active process and one that stands by, both of the engine `main`. */
async function pair(settings: EngineSettings = {}) {
  const world = new EngineWorld();
  await world.control(...OPENING);
  const active = world.process({ ...lease('a'), ...settings });
  await active.turn.open();
  await world.settle(active.turn);
  const standby = world.process(lease('b'));
  const opened = standby.turn.open();
  await world.clock.advance(200);
  expect(standby.turn.isStandingBy).toBe(true);
  return { world, active, standby, opened };
}

const lastHash = (world: EngineWorld) =>
  ([...world.store.table('report').values()] as unknown as ReportRow[]).reduce((last, report) =>
    report.number > last.number ? report : last,
  ).stateHash;

/** As a killed process: it neither renews its lease nor hears anything. */
async function kill({ bus, database }: EngineProcess): Promise<void> {
  const dead = () => new Promise<void>(() => undefined);
  database.faults = { read: dead, beforeCommit: dead };
  await bus.close();
}

describe('a standby', () => {
  it('waits for the lease, takes over from the same state, and nothing is lost or doubled', async () => {
    const { world, active, standby, opened } = await pair();
    await world.orders(1, place(1, 'sell', 3n, 2n), place(2, 'buy', 1n, 2n));
    await world.settle(active.turn);
    await world.clock.advance(LEASE_MS * 2);
    expect(standby.turn.isStandingBy).toBe(true);
    expect(standby.handler.isWarm).toBe(true);
    const before = lastHash(world);
    await kill(active);
    await world.orders(2, place(3, 'buy', 1n, 2n), cancel(9));
    await world.clock.advance(LEASE_MS - 1_000);
    expect(standby.turn.isStandingBy).toBe(true);
    await world.clock.advance(1_200);
    await opened;
    expect(lastHash(world)).toBe(before);
    await world.settle(standby.turn);
    await world.orders(1, place(4, 'buy', 1n, 2n));
    await world.settle(standby.turn);
    expect(world.told()).toEqual([
      ...['status open', 'rested 1', 'trade 1<2', 'done 2 filled', 'status cancel_only'],
      ...['done 3 market_restarting', 'not_open 9', 'status open', 'trade 1<4', 'done 4 filled'],
    ]);
    expect([...active.fatal, ...standby.fatal]).toEqual([]);
  });

  it('takes over at once when the active process stops', async () => {
    const { world, active, standby, opened } = await pair();
    const stopped = active.turn.stop();
    await world.clock.advance(500);
    await Promise.all([stopped, opened]);
    expect(world.store.table('snapshot').size).toBe(0);
    await world.settle(standby.turn);
    await world.orders(1, place(1, 'sell', 3n, 2n));
    await world.settle(standby.turn);
    expect(world.told().at(-1)).toBe('rested 1');
  });

  it('fences an active process that was only asleep, with what it had decided', async () => {
    const { world, active, standby, opened } = await pair();
    await world.orders(1, place(1, 'sell', 3n, 2n));
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    active.database.faults = { read: () => asleep, beforeCommit: () => asleep };
    const turn = active.turn.step();
    await world.clock.advance(LEASE_MS + 200);
    await opened;
    wake();
    await expect(turn).rejects.toThrow(FencedError);
    await world.settle(standby.turn);
    expect(world.told()).toEqual([
      'status open',
      'status cancel_only',
      'done 1 market_restarting',
      'status open',
    ]);
  });

  it('tells an idle active process whose lease another took that it must end', async () => {
    const { world, active, opened } = await pair();
    let wake: () => void = () => undefined;
    active.database.faults = { read: () => new Promise<void>((resolve) => (wake = resolve)) };
    await world.clock.advance(LEASE_MS + 200);
    await opened;
    active.database.faults = {};
    wake();
    await world.clock.advance(LEASE_MS);
    expect(active.fatal).toMatchObject([{ message: expect.stringMatching(/took the lease/) }]);
  });

  it('does not follow a record that has another result here', async () => {
    const { world, active, opened } = await pair();
    const refused = expect(opened).rejects.toThrow(DefectError);
    active.database.faults = {
      afterCommit: () => {
        const table = world.store.table('report');
        for (const [key, row] of table) table.set(key, { ...row, stateHash: 'ffffffffffffffff' });
      },
    };
    await world.orders(1, place(1, 'sell', 3n, 2n));
    await world.drain(active.turn);
    await world.clock.advance(200);
    await refused;
    expect(active.fatal).toEqual([]);
  });

  it('goes on from a snapshot when it was away for longer than reports are kept', async () => {
    const { world, active, standby, opened } = await pair({ snapshotEvery: 2 });
    let wake: () => void = () => undefined;
    const away = new Promise<void>((resolve) => (wake = resolve));
    standby.database.faults = { read: () => away };
    await world.clock.advance(200);
    for (let id = 1; id <= 5; id += 1) {
      await world.orders(1, place(id, 'sell', 1n, 2n));
      await world.drain(active.turn);
    }
    const stopped = active.turn.stop();
    await world.clock.advance(500);
    await stopped;
    const kept = [...world.store.table('report').values()].map(({ number }) => number as number);
    expect(Math.min(...kept)).toBeGreaterThan(2);
    standby.database.faults = {};
    wake();
    await world.clock.advance(200);
    await opened;
    await world.settle(standby.turn);
    await world.orders(1, place(6, 'buy', 5n, 2n));
    await world.settle(standby.turn);
    expect(world.told().at(-1)).toBe('done 6 filled');
  });

  it('stops without having become anything', async () => {
    const { standby, opened } = await pair();
    await standby.turn.stop();
    await opened;
    expect(standby.fatal).toEqual([]);
  });
});
