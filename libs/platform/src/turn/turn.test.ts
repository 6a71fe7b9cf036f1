import { describe, expect, it } from '@jest/globals';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import { DefectError } from '@exchange/core/kernel';
import {
  EchoService,
  FakeClock,
  KeptLog,
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
  settle,
} from '@exchange/test/kit';
import { BrokerAheadError, FencedError, NoReplyError } from '../ports';
import { Turn } from './turn';
import { silentTurnMetrics } from './turn-metrics';

const empty = encodeJson({});

function exchange() {
  const clock = new FakeClock();
  return { clock, broker: new MemoryBroker({ clock }), store: new MemoryStore() };
}

function service(world: ReturnType<typeof exchange>, options: { maxWaitingRequests?: number } = {}) {
  const { clock, broker, store } = world;
  const database = new MemoryDatabase(store);
  const handler = new EchoService(database);
  const bus = broker.connect('chain-watcher');
  const log = new KeptLog();
  const fatal: Error[] = [];
  const onFatal = (error: Error) => void fatal.push(error);
  const deps = { database, handler, bus, clock, log, metrics: silentTurnMetrics, onFatal };
  const turn = new Turn({ name: 'chain-watcher', ...deps, verify: true, ...options });
  return { turn, database, handler, bus, log, fatal };
}

const chainLog = (broker: MemoryBroker) => broker.stream('CHAIN').map(({ seq }) => seq);

describe('a turn', () => {
  it('answers a request after its commit, and publishes what it committed', async () => {
    const world = exchange();
    const { turn, bus } = service(world);
    await turn.start();
    const answer = await bus.request('echo.v1.hello', encodeJson('hello'), 1000);
    expect(decodeJson(answer)).toEqual({ ok: true, value: 1 });
    await turn.published();
    expect(chainLog(world.broker)).toEqual([1]);
    expect([...world.store.table('heard').values()]).toEqual([{ id: 1, text: 'hello' }]);
    await turn.stop();
  });

  it('does not answer while the commit fails, and answers when the same commit succeeds', async () => {
    const world = exchange();
    const { turn, bus, database } = service(world);
    await turn.start();
    let failures = 2;
    database.faults.beforeCommit = () => {
      if ((failures -= 1) >= 0) throw new Error('connection lost');
    };
    let answered = false;
    const answer = bus.request('echo.v1.hello', encodeJson('hello'), 60_000).then(() => (answered = true));
    await settle();
    expect(answered).toBe(false);
    await world.clock.advance(1_000);
    await answer;
    expect(world.store.table('heard').size).toBe(1);
  });

  it('starts as soon as the database lets it become the writer', async () => {
    const world = exchange();
    const { turn, database, handler } = service(world);
    let failures = 2;
    const claim = database.claimWriter.bind(database);
    database.claimWriter = async () => {
      if ((failures -= 1) >= 0) throw new Error('cannot execute UPDATE in a read-only transaction');
      await claim();
    };
    const started = turn.start();
    await world.clock.advance(200);
    await started;
    expect(handler.heard).toEqual([]);
    await turn.stop();
  });

  it('applies a commit once whose success it did not hear of', async () => {
    const world = exchange();
    const { turn, bus, database } = service(world);
    await turn.start();
    database.faults.afterCommit = () => {
      database.faults = {};
      throw new Error('connection lost after the commit');
    };
    const answer = bus.request('echo.v1.hello', encodeJson('hello'), 60_000);
    await world.clock.advance(1_000);
    await answer;
    await turn.published();
    expect(chainLog(world.broker)).toEqual([1]);
    expect(world.store.positions.size).toBe(0);
    expect(world.store.table('heard').size).toBe(1);
  });

  it('publishes after a restart what was committed and not published', async () => {
    const world = exchange();
    const before = service(world);
    await before.turn.open();
    before.database.faults.afterCommit = () => new Promise(() => undefined);
    before.turn.submit({ kind: 'tick' });
    void before.turn.step();
    await settle();
    await before.bus.close();
    expect(chainLog(world.broker)).toEqual([]);

    const after = service(world);
    await after.turn.open();
    expect(chainLog(world.broker)).toEqual([1]);
    expect(after.handler.heard.map(({ text }) => text)).toEqual(['tick']);
  });

  it('takes log entries once and in order, also after a restart and when they are handed over twice', async () => {
    const world = exchange();
    const engine = world.broker.connect('matching-engine');
    for (const seq of [1, 2]) await engine.publishLog('MARKET', 'market.v1.A', [{ seq, data: empty }]);
    const before = service(world);
    await before.turn.start();
    await before.turn.caughtUp();
    await before.turn.stop();
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 3, data: empty }]);
    const after = service(world);
    await after.turn.start();
    await after.turn.caughtUp();
    await settle();
    expect(after.turn.ready).toBe(true);
    expect(after.handler.heard.map(({ text }) => text)).toEqual([
      'market.v1.A 1',
      'market.v1.A 2',
      'market.v1.A 3',
    ]);
    world.broker.wipe();
    await engine.lastLogSeq('MARKET', 'market.v1.A');
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 2, data: empty }]);
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 3, data: empty }]);
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 4, data: empty }]);
    await after.turn.caughtUp();
    expect(after.handler.heard.at(-1)?.text).toBe('market.v1.A 4');
    expect(after.handler.heard).toHaveLength(4);
  });

  it('is not ready and raises an alarm while messages of a log are missing, and goes on when they come', async () => {
    const world = exchange();
    const engine = world.broker.connect('matching-engine');
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 1, data: empty }]);
    const { turn, log, handler } = service(world);
    await turn.start();
    await turn.caughtUp();
    await settle();
    world.broker.wipe();
    await engine.lastLogSeq('MARKET', 'market.v1.A');
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 5, data: empty }]);
    await world.clock.advance(10_000);
    expect(turn.ready).toBe(false);
    expect(log.of('error')[0]?.fields).toMatchObject({ subject: 'market.v1.A', expected: 2, found: 5 });
    world.broker.wipe();
    await engine.lastLogSeq('MARKET', 'market.v1.A');
    for (const seq of [2, 3]) await engine.publishLog('MARKET', 'market.v1.A', [{ seq, data: empty }]);
    await world.clock.advance(10_000);
    expect(turn.ready).toBe(true);
    expect(handler.heard).toHaveLength(3);
  });

  it('begins a log that is older than it where that begins, if it may, and then misses nothing', async () => {
    const world = exchange();
    const engine = world.broker.connect('matching-engine');
    const heard = async (joinsLate: boolean) => {
      const { turn, handler } = service(world);
      handler.reads = handler.reads.map((read) => ({ ...read, joinsLate }));
      await turn.start();
      await world.clock.advance(1_000);
      await turn.stop();
      return { ready: turn.ready, seqs: handler.heard.map(({ text }) => text) };
    };
    await engine.lastLogSeq('MARKET', 'market.v1.A');
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 7, data: empty }]);
    expect((await heard(false)).seqs).toEqual([]);
    expect((await heard(true)).seqs).toEqual(['market.v1.A 7']);
    world.broker.wipe();
    await engine.lastLogSeq('MARKET', 'market.v1.A');
    await engine.publishLog('MARKET', 'market.v1.A', [{ seq: 9, data: empty }]);
    expect((await heard(true)).seqs).toEqual(['market.v1.A 7']);
  });

  it('gives a wiped broker everything that is kept', async () => {
    const world = exchange();
    const { turn } = service(world);
    await turn.start();
    turn.submit({ kind: 'one' });
    await settle();
    turn.submit({ kind: 'two' });
    await settle();
    world.broker.wipe();
    turn.submit({ kind: 'three' });
    await settle();
    await turn.published();
    expect(chainLog(world.broker)).toEqual([1, 2, 3]);
  });

  it('goes on with a broker that lost what every reader had passed', async () => {
    const world = exchange();
    const { turn, database } = service(world);
    await turn.start();
    for (const text of ['one', 'two', 'three']) {
      turn.submit({ kind: text });
      await settle();
    }
    await turn.published();
    await turn.stop();
    const [subject = ''] = (await database.outboxHeads()).map((head) => head.subject);
    await database.pruneOutbox(subject, 3);
    world.broker.wipe();
    const again = service(world);
    await again.turn.start();
    again.turn.submit({ kind: 'four' });
    await settle();
    await again.turn.published();
    expect(chainLog(world.broker)).toEqual([4]);
    expect(again.fatal).toEqual([]);
  });

  it('publishes once what was stored though the acknowledgement was lost', async () => {
    const world = exchange();
    const { turn } = service(world);
    await turn.start();
    world.broker.faults.store = () => {
      world.broker.faults = {};
      return 'store-unheard';
    };
    turn.submit({ kind: 'one' });
    turn.submit({ kind: 'two' });
    await world.clock.advance(1_000);
    expect(chainLog(world.broker)).toEqual([1, 2]);
  });

  it('refuses to open when the broker has more than its record', async () => {
    const world = exchange();
    const before = service(world);
    await before.turn.open();
    before.turn.submit({ kind: 'one' });
    await before.turn.step();
    await before.turn.published();
    await world.broker.connect('other').publishLog('CHAIN', 'chain.v1.1', [{ seq: 2, data: empty }]);
    await expect(service(world).turn.open()).rejects.toThrow(BrokerAheadError);
  });

  it('refuses to open when its whole record is gone and the broker has its log', async () => {
    const world = exchange();
    await world.broker.connect('other').publishLog('CHAIN', 'chain.v1.1', [{ seq: 1, data: empty }]);
    await expect(service(world).turn.open()).rejects.toThrow(BrokerAheadError);
  });

  it('stops for ever when another process became the writer', async () => {
    const world = exchange();
    const first = service(world);
    await first.turn.open();
    await service(world).turn.open();
    first.turn.submit({ kind: 'late' });
    await expect(first.turn.step()).rejects.toThrow(FencedError);
    expect(first.fatal).toEqual([expect.any(FencedError)]);
    expect(world.store.table('heard').size).toBe(0);
  });

  it('stops for ever at a defect, and tells nobody anything of that turn', async () => {
    const world = exchange();
    const { turn, handler, bus, fatal } = service(world);
    await turn.start();
    handler.beforeDecide = () => {
      throw new TypeError('a bug');
    };
    const answer = bus.request('echo.v1.hello', encodeJson('hello'), 1_000);
    const failed = expect(answer).rejects.toThrow(NoReplyError);
    await world.clock.advance(2_000);
    await failed;
    expect(fatal).toEqual([expect.any(DefectError)]);
  });

  it('says what it decided to say once, and only after the commit', async () => {
    const world = exchange();
    const { turn, database, log } = service(world);
    await turn.open();
    let failures = 2;
    database.faults.beforeCommit = () => {
      expect(log.of('info')).toEqual([]);
      if ((failures -= 1) >= 0) throw new Error('connection lost');
    };
    turn.submit({ kind: 'one' });
    const step = turn.step();
    await world.clock.advance(1_000);
    await step;
    expect(log.of('info')).toEqual([{ level: 'info', fields: { text: 'one' }, message: 'heard' }]);
  });

  it('says nothing of a decision whose commit was refused, and nobody hears that it is committed', async () => {
    const world = exchange();
    const { turn, log } = service(world);
    await turn.open();
    await service(world).turn.open();
    let isCommitted = false;
    turn.submit({ kind: 'late' }, () => (isCommitted = true));
    await expect(turn.step()).rejects.toThrow(FencedError);
    expect([log.of('info'), isCommitted]).toEqual([[], false]);
  });

  it('decides what was prepared when preparing succeeds at last', async () => {
    const world = exchange();
    const { turn, handler } = service(world);
    await turn.open();
    let failures = 1;
    handler.beforePrepare = () => {
      if ((failures -= 1) >= 0) throw new Error('connection lost');
    };
    turn.submit({ kind: 'one' });
    const step = turn.step();
    await world.clock.advance(1_000);
    await step;
    expect(handler.heard.map(({ text }) => text)).toEqual(['one']);
  });

  it('refuses requests at once when too many wait', async () => {
    const world = exchange();
    const { turn, bus } = service(world, { maxWaitingRequests: 1 });
    await turn.open();
    const first = bus.request('echo.v1.a', encodeJson('a'), 1_000);
    const second = await bus.request('echo.v1.b', encodeJson('b'), 1_000);
    expect(decodeJson(second)).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
    await turn.step();
    expect(decodeJson(await first)).toEqual({ ok: true, value: 1 });
  });

  it('forgets outbox messages only when every durable reader has passed them', async () => {
    const world = exchange();
    const { turn, bus } = service(world);
    await turn.start();
    for (const kind of ['one', 'two', 'three']) turn.submit({ kind });
    await settle();
    const tell = (reader: string, seq: number) => {
      const positions = [{ subject: 'chain.v1.1', seq }];
      bus.publish(`position.v1.${reader}`, encodeJson({ reader, positions }));
    };
    tell('account-service', 3);
    tell('solvency', 3);
    await settle();
    await turn.keepOutboxOnce();
    expect(world.store.outbox.get('chain.v1.1')).toHaveLength(3);
    tell('settlement-service', 2);
    await settle();
    await turn.keepOutboxOnce();
    expect(world.store.outbox.get('chain.v1.1')?.map(({ seq }) => seq)).toEqual([3]);
  });
});
