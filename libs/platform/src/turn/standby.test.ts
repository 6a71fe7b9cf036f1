import { describe, expect, it } from '@jest/globals';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import {
  EchoService,
  FakeClock,
  KeptLog,
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
} from '@exchange/test/kit';
import { FencedError, MAIN_WRITER } from '../ports';
import { Turn } from './turn';
import { silentTurnMetrics } from './turn-metrics';

const LEASE_MS = 2_000;

/** A promise that a test resolves. */
function held() {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (open = resolve));
  return { until, open };
}

/** An echo service that answers with what it remembers, and commits nothing for it. */
class RememberingService extends EchoService {
  override decide(...[inputs, at]: Parameters<EchoService['decide']>) {
    if (!inputs.every(({ from }) => from === 'request')) return super.decide(inputs, at);
    const { replies } = super.decide(inputs, at);
    this.heard.splice(-inputs.length);
    return { changes: [], logs: [], notices: [], lines: [], replies };
  }
}

class World {
  readonly clock = new FakeClock();
  readonly broker = new MemoryBroker({ clock: this.clock });
  readonly store = new MemoryStore();

  process(holder: string) {
    const { clock, broker, store } = this;
    const database = new MemoryDatabase(store, MAIN_WRITER, () => clock.now());
    const handler = new RememberingService(database);
    const bus = broker.connect('chain-watcher');
    const [log, fatal] = [new KeptLog(), new Array<Error>()];
    const onFatal = (error: Error) => void fatal.push(error);
    let takeovers = 0;
    const onTookOver = () => void (takeovers += 1);
    const deps = { database, handler, bus, clock, log, metrics: silentTurnMetrics, onFatal, onTookOver };
    const lease = { holder, milliseconds: LEASE_MS };
    const turn = new Turn({ name: 'chain-watcher', ...deps, lease });
    return { turn, database, handler, bus, log, fatal, tookOver: () => [takeovers, turn.tookOverAt] };
  }

  /** Two processes, of which the second stands by. */
  async pair() {
    const [active, standby] = [this.process('a'), this.process('b')];
    await active.turn.start();
    const started = standby.turn.start();
    await this.clock.advance(LEASE_MS * 3);
    expect(active.turn.isStandingBy).toBe(false);
    expect(standby.turn.isStandingBy).toBe(true);
    return { active, standby, started };
  }

  /** As a process that the system has stopped: nothing that it waits for comes. */
  freeze({ database }: ReturnType<World['process']>): () => void {
    const { until, open } = held();
    database.faults = { read: () => until, beforeCommit: () => until };
    return () => {
      database.faults = {};
      open();
    };
  }
}

describe('a process that stands by', () => {
  it('takes over when the lease of the active one is over, with all that was committed', async () => {
    const world = new World();
    const { active, standby, started } = await world.pair();
    active.turn.submit({ kind: 'first' });
    await world.clock.advance(10);
    world.freeze(active);
    await world.clock.advance(LEASE_MS - 600);
    expect(standby.turn.isStandingBy).toBe(true);
    expect(standby.tookOver()).toEqual([0, undefined]);
    await world.clock.advance(700);
    await started;
    expect(standby.turn.isStandingBy).toBe(false);
    expect(standby.tookOver()).toEqual([1, expect.any(Number)]);
    expect(active.tookOver()).toEqual([0, undefined]);
    expect(standby.handler.heard.map(({ text }) => text)).toEqual(['first']);
    standby.turn.submit({ kind: 'second' });
    await world.clock.advance(10);
    expect(world.store.table('heard').size).toBe(2);
  });

  it('takes over at once when the active one stops in order', async () => {
    const world = new World();
    const { active, standby, started } = await world.pair();
    const stopped = active.turn.stop();
    await world.clock.advance(150);
    await Promise.all([stopped, started]);
    expect(standby.turn.isStandingBy).toBe(false);
    expect([...active.fatal, ...standby.fatal]).toEqual([]);
  });

  it('answers no request while it waits', async () => {
    const world = new World();
    const { active } = await world.pair();
    active.turn.submit({ kind: 'first' });
    await world.clock.advance(10);
    const answer = await active.bus.request('echo.v1.hello', encodeJson('hello'), 1_000);
    expect(decodeJson(answer)).toEqual({ ok: true, value: 2 });
  });

  it('stops without having become anything', async () => {
    const world = new World();
    const { active, standby, started } = await world.pair();
    await standby.turn.stop();
    await started;
    await world.clock.advance(LEASE_MS);
    expect([...active.fatal, ...standby.fatal]).toEqual([]);
  });

  it('gives the lease back when it could not take up the work', async () => {
    const world = new World();
    const broken = world.process('a');
    broken.handler.load = async () => {
      throw new Error('another chain');
    };
    await expect(broken.turn.start()).rejects.toThrow('another chain');
    const next = world.process('b');
    await next.turn.start();
    expect(next.turn.isStandingBy).toBe(false);
  });
});

describe('an active process that thaws after another took over', () => {
  it('tells nobody what it remembers, although no commit would refuse it', async () => {
    const world = new World();
    const { active, started } = await world.pair();
    const thaw = world.freeze(active);
    await world.clock.advance(LEASE_MS + 200);
    await started;
    const answers: unknown[] = [];
    const request = { subject: 'echo.v1.hello', data: encodeJson('hello'), trace: undefined };
    const respond = (data: Uint8Array) => void answers.push(decodeJson(data));
    // It comes from the socket's buffer, before the timers that renew the lease run.
    (active.turn as unknown as { onRequest(one: object): void }).onRequest({ ...request, respond });
    thaw();
    await world.clock.advance(0);
    expect(answers).toEqual([]);
    expect(active.fatal[0]).toBeInstanceOf(FencedError);
  });

  it('does nothing outside, also when the other one has the same name', async () => {
    const world = new World();
    const [former, present] = [world.process('same'), world.process('same')];
    await former.turn.start();
    const thaw = world.freeze(former);
    await present.turn.start();
    await world.clock.advance(LEASE_MS + 200);
    thaw();
    const sent: string[] = [];
    const send = (who: string) => async () => void sent.push(who);
    await expect(former.turn.whileWriter(send('former'))).rejects.toThrow(FencedError);
    await present.turn.whileWriter(send('present'));
    expect(sent).toEqual(['present']);
  });
});

describe('an active process that stops', () => {
  it('keeps the lease until what it does outside is done, and begins nothing more', async () => {
    const world = new World();
    const { active, standby, started } = await world.pair();
    const { until, open } = held();
    const sending = active.turn.whileWriter(() => until);
    const stopped = active.turn.stop();
    await world.clock.advance(1_000);
    expect(standby.turn.isStandingBy).toBe(true);
    await expect(active.turn.whileWriter(async () => undefined)).rejects.toThrow('gives its place');
    open();
    await world.clock.advance(200);
    await Promise.all([sending, stopped, started]);
    expect(standby.turn.isStandingBy).toBe(false);
  });
});
