import { describe, expect, it } from '@jest/globals';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import { type Bus, silentTurnMetrics, Turn } from '@exchange/platform';
import {
  EchoService,
  FakeClock,
  KeptLog,
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
  settle,
} from '@exchange/test/kit';
import { GroupHost } from './group-host';
import { groupMap } from './group-map';
import type { OwnPlace } from './group-runner';

const LEASE_MS = 2_000;
const MAP = groupMap(['main=0-63@first']);

/** Two processes of a service that answers with how often it was asked, on one record. */
function twoProcesses() {
  const clock = new FakeClock();
  const broker = new MemoryBroker({ clock });
  const store = new MemoryStore();
  const client = broker.connect('client');
  const fatal: Error[] = [];
  const start = async (instance: string) => {
    const database = new MemoryDatabase(store, 'main', () => clock.now());
    const bus: Bus & { close(): Promise<void> } = broker.connect('chain-watcher');
    const log = new KeptLog();
    const onFatal = (error: Error) => void fatal.push(error);
    let moveTo: (process: string) => void = () => undefined;
    const serve = async (own: OwnPlace) => {
      ({ moveTo } = own);
      const handler = new EchoService(own.database);
      const deps = { database: own.database, bus, clock, log, metrics: silentTurnMetrics, onFatal };
      const turn = new Turn({ name: 'chain-watcher', handler, ...deps, confirm: own.confirm });
      return { turn, begin: async () => undefined, end: async () => undefined };
    };
    const parts = { database, clock, log, onFatal, serve, instance, leaseMs: LEASE_MS, groups: MAP };
    const host = new GroupHost(parts);
    await host.start();
    await clock.advance(100);
    const kill = async () => {
      const dead = () => new Promise<void>(() => undefined);
      database.faults.read = dead;
      database.faults.beforeCommit = dead;
      await bus.close();
    };
    return { host, kill, move: (to: string) => moveTo(to) };
  };
  const hello = async () => decodeJson(await client.request('echo.v1.hello', encodeJson('hello'), 1_000));
  const isAnswered = () =>
    hello().then(
      () => true,
      () => false,
    );
  return { clock, start, hello, isAnswered, fatal, store };
}

describe('a group of accounts', () => {
  it('is served by the process that it is meant for, and the other stands by', async () => {
    const { start, hello, fatal, clock } = twoProcesses();
    const second = await start('second');
    await clock.advance(300);
    expect([second.host.roles, second.host.ready]).toEqual(['main standing by', false]);
    const first = await start('first');
    expect([first.host.roles, first.host.ready]).toEqual(['main active', true]);
    await clock.advance(100);
    expect(second.host.ready).toBe(true);
    expect(await hello()).toEqual({ ok: true, value: 1 });
    await Promise.all([first.host.stop(), second.host.stop()]);
    expect(fatal).toEqual([]);
  });

  it('comes to another process with all that it did, and nobody is without it for longer than 300 ms', async () => {
    const { start, hello, isAnswered, fatal, clock } = twoProcesses();
    const [first, second] = [await start('first'), await start('second')];
    await hello();
    first.move('second');
    await settle();
    let without = 0;
    while (!(await isAnswered())) {
      await clock.advance(10);
      without += 10;
    }
    expect(without).toBeLessThanOrEqual(300);
    expect([first.host.roles, second.host.roles]).toEqual(['main standing by', 'main active']);
    expect(await hello()).toEqual({ ok: true, value: 3 });
    // It stays there.
    await clock.advance(20_000);
    expect(second.host.roles).toBe('main active');
    second.move('first');
    await clock.advance(300);
    expect(first.host.roles).toBe('main active');
    expect([first.host.share, second.host.share]).toEqual([
      { served: 1, taken: 2 },
      { served: 0, taken: 1 },
    ]);
    await Promise.all([first.host.stop(), second.host.stop()]);
    expect(fatal).toEqual([]);
  });

  it('is taken from a process that is lost within 3 s of the end of its lease', async () => {
    const { start, hello, clock } = twoProcesses();
    const [first, second] = [await start('first'), await start('second')];
    await hello();
    await clock.advance(11_000);
    await first.kill();
    await clock.advance(LEASE_MS - 500);
    expect(second.host.roles).toBe('main standing by');
    await clock.advance(1_500);
    expect(second.host.roles).toBe('main active');
    expect(await hello()).toEqual({ ok: true, value: 2 });
    await second.host.stop();
  });

  it('is given up by a process that stops, and taken at once', async () => {
    const { start, clock, hello, fatal } = twoProcesses();
    const [first, second] = [await start('first'), await start('second')];
    await clock.advance(11_000);
    await first.host.stop();
    await clock.advance(100);
    expect(second.host.roles).toBe('main active');
    expect(await hello()).toEqual({ ok: true, value: 1 });
    await second.host.stop();
    expect(fatal).toEqual([]);
  });
});
