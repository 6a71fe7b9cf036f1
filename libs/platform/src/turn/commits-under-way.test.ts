import { describe, expect, it } from '@jest/globals';
import { decodeJson, encodeJson } from '@exchange/contract/bus';
import {
  EchoService,
  FakeClock,
  heardTable,
  KeptLog,
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
  settle,
} from '@exchange/test/kit';
import type { TurnCommit } from '../ports';
import { Turn } from './turn';
import { silentTurnMetrics } from './turn-metrics';

function exchange() {
  const clock = new FakeClock();
  return { clock, broker: new MemoryBroker({ clock }), store: new MemoryStore() };
}

/** An echo service whose commits wait until they are let through, one by one. */
async function service(world: ReturnType<typeof exchange>) {
  const { clock, broker, store } = world;
  const database = new MemoryDatabase(store);
  const handler = new EchoService(database);
  const bus = broker.connect('chain-watcher');
  const log = new KeptLog();
  const fatal: Error[] = [];
  const turn = new Turn({
    ...{ name: 'chain-watcher', database, handler, bus, clock, log, metrics: silentTurnMetrics },
    ...{ onFatal: (error: Error) => void fatal.push(error), verify: true },
  });
  await turn.open();
  const commits: { readonly turn: TurnCommit; readonly go: (failure?: Error) => void }[] = [];
  database.faults.beforeCommit = (begun) =>
    new Promise((resolve, reject) => {
      commits.push({ turn: begun, go: (failure) => (failure ? reject(failure) : resolve()) });
    });
  const begin = async (...texts: string[]) => {
    for (const kind of texts) turn.submit({ kind });
    await turn.begin();
  };
  return { turn, database, handler, bus, log, fatal, commits, begin };
}

const chainLog = (broker: MemoryBroker) => broker.stream('CHAIN').map(({ seq }) => seq);
const stored = ({ store }: { store: MemoryStore }) =>
  [...store.table('heard').values()].map(({ text }) => text);

describe('while a commit is under way', () => {
  it('the next turns are decided, and of none anything is told before it is committed itself', async () => {
    const world = exchange();
    const { turn, bus, handler, commits, begin, log } = await service(world);
    await begin('one');
    const answers: unknown[] = [];
    const answer = bus.request('echo.v1.hello', encodeJson('two'), 60_000);
    void answer.then((data) => answers.push(decodeJson(data)));
    await settle();
    await begin();
    expect(handler.heard.map(({ text }) => text)).toEqual(['one', 'two']);
    await begin('three');
    expect([stored(world), chainLog(world.broker), log.of('info'), answers]).toEqual([[], [], [], []]);
    commits[0]?.go();
    await settle();
    expect([stored(world), chainLog(world.broker), answers]).toEqual([['one'], [1], []]);
    // Those that waited for it are committed together.
    expect(commits).toHaveLength(2);
    commits[1]?.go();
    await turn.published();
    await settle();
    expect([stored(world), chainLog(world.broker)]).toEqual([
      ['one', 'two', 'three'],
      [1, 2, 3],
    ]);
    expect(answers).toEqual([{ ok: true, value: 2 }]);
  });

  it('a handler that prepares sees the rows of what is decided, stored or not', async () => {
    const world = exchange();
    const { handler, commits, begin, database } = await service(world);
    const seen: unknown[] = [];
    handler.whilePreparing = async (records) => {
      const newest = await records.find(heardTable, { order: [['id', 'desc']], limit: 2 });
      seen.push(newest.map(({ text }) => text));
    };
    await begin('one');
    await begin('two');
    await begin('three');
    commits[0]?.go();
    await settle();
    await begin('four');
    expect(seen).toEqual([[], ['one'], ['two', 'one'], ['three', 'two']]);
    expect(await database.find(heardTable)).toHaveLength(1);
  });

  it('a fault repeats it, and those behind it wait', async () => {
    const world = exchange();
    const { turn, commits, begin } = await service(world);
    await begin('one');
    await begin('two');
    commits[0]?.go(new Error('connection lost'));
    await world.clock.advance(100);
    expect(commits.map(({ turn: { outbox } }) => outbox.map(({ seq }) => seq))).toEqual([[1], [1]]);
    expect(stored(world)).toEqual([]);
    commits[1]?.go();
    await settle();
    commits[2]?.go();
    await turn.step();
    expect(stored(world)).toEqual(['one', 'two']);
  });

  it('a process that dies takes up what it had committed, and nothing of the rest', async () => {
    const world = exchange();
    const engine = world.broker.connect('matching-engine');
    const publish = (seq: number) =>
      engine.publishLog('MARKET', 'market.v1.A', [{ seq, data: encodeJson({}) }]);
    const before = await service(world);
    for (const seq of [1, 2, 3]) {
      await publish(seq);
      await settle();
      await before.turn.begin();
    }
    before.commits[0]?.go();
    await settle();
    await before.bus.close();
    const after = await service(world);
    after.database.faults = {};
    await settle();
    await after.turn.step();
    expect(stored(world)).toEqual(['market.v1.A 1', 'market.v1.A 2', 'market.v1.A 3']);
    // The dead one's next commit reaches the database only now.
    before.commits[1]?.go();
    await settle();
    expect(stored(world)).toHaveLength(3);
    expect(before.fatal).toHaveLength(1);
    await after.turn.published();
    expect(chainLog(world.broker)).toEqual([1, 2, 3]);
  });

  it('no more turns are decided than may be lost from memory', async () => {
    const world = exchange();
    const { turn, handler, begin } = await service(world);
    while (!turn.isFull && handler.heard.length < 1_000) await begin('another');
    expect(handler.heard.length).toBe(16);
  });
});
