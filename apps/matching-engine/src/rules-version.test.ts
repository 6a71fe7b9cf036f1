import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RULES_VERSION } from '@exchange/core/matching';
import { orderId } from '@exchange/core/kernel';
import { accountOf, EngineWorld, MARKET, OPENING, place } from '../test/engine.fixture';
import { readOldRecord } from '../test/old-record.fixture';
import { MarketProcessor, type ProcessorSnapshot } from './markets/market-processor';
import { recoverProcessor } from './persistence/recovery';
import type { ReportRow } from './persistence/tables';
import { writeSnapshot } from './snapshots/write-snapshot';

const OLD = 'OLD1QUOT';
const SNAPSHOT = path.join(import.meta.dirname, '../test/rules-1.snapshot.json');

/** A world in which an engine of the program before versions of the rules was killed. */
async function killedBefore(options: { readonly hasSnapshot: boolean }) {
  const world = new EngineWorld();
  const { reports } = readOldRecord(OLD);
  const { database } = world.process();
  world.store.table('market').set('1', { market: OLD, engine: 'main' });
  const { number, snapshot } = JSON.parse(readFileSync(SNAPSHOT, 'utf8')) as {
    number: number;
    snapshot: ProcessorSnapshot;
  };
  for (const report of reports) {
    const row = { ...report, market: OLD, engine: 'main', turn: report.number, rulesVersion: null };
    world.store.table('report').set(`${report.number}`, row);
  }
  if (options.hasSnapshot) await writeSnapshot(database, MarketProcessor.restore(OLD, snapshot), number);
  return { world, reports };
}

const reportsOf = (world: EngineWorld) =>
  ([...world.store.table('report').values()] as unknown as ReportRow[]).sort((a, b) => a.number - b.number);

describe('an engine on a record from before versions of the rules', () => {
  it.each([false, true])(
    'takes it over by its own rules, records the change, and goes on by new ones (snapshot: %s)',
    async (hasSnapshot) => {
      const { world, reports } = await killedBefore({ hasSnapshot });
      const engine = await world.boot();
      await world.settle(engine);
      const taken = reportsOf(world).slice(reports.length);
      const inputs = taken.flatMap((report) => report.inputs as { input: object }[]);
      expect(inputs.map(({ input }) => input)).toEqual([
        { kind: 'rules_version', version: RULES_VERSION },
        { kind: 'restarting', restarting: true },
        { kind: 'restarting', restarting: false },
      ]);
      expect(taken.map(({ rulesVersion }) => rulesVersion)).toEqual(taken.map(() => RULES_VERSION));
      await world.ordersOf(OLD, 0, { ...place(900, 'sell', 5n, 1n), account: accountOf(900) });
      await world.drain(engine);
      const last = reportsOf(world).at(-1);
      const again = await world.boot();
      await world.settle(again);
      expect(world.fatal).toEqual([]);
      const { processor, reportNumber } = await recoverProcessor(world.database, OLD, world.log);
      expect(reportNumber).toBeGreaterThan(last?.number ?? 0);
      expect(processor.rulesVersion).toBe(RULES_VERSION);
      // Once is enough.
      const changes = reportsOf(world).flatMap((report) =>
        (report.inputs as { input: { kind: string } }[]).filter(
          ({ input }) => input.kind === 'rules_version',
        ),
      );
      expect(changes).toHaveLength(1);
    },
  );

  it('comes to the same state from the first report and from the old snapshot', async () => {
    const hashes = [];
    for (const hasSnapshot of [false, true]) {
      const { world } = await killedBefore({ hasSnapshot });
      const engine = await world.boot();
      await world.settle(engine);
      hashes.push(reportsOf(world).map(({ stateHash }) => stateHash));
    }
    expect(hashes[1]).toEqual(hashes[0]);
  });

  it('refuses a report that says it was made by other rules', async () => {
    const { world } = await killedBefore({ hasSnapshot: false });
    const [row] = reportsOf(world);
    world.store.table('report').set('1', { ...row, rulesVersion: RULES_VERSION });
    await expect(world.boot()).rejects.toThrow('was made by version 3 of the rules, not 1');
  });
});

describe('the market of an engine', () => {
  it('has the version of its rules as its first input, and every report says it', async () => {
    const world = new EngineWorld();
    await world.control({ kind: 'status', status: 'open' });
    const engine = await world.boot();
    await world.settle(engine);
    const [first] = reportsOf(world);
    expect(first?.rulesVersion).toBe(RULES_VERSION);
    expect((first?.inputs as { input: object }[])[0]?.input).toEqual({
      kind: 'rules_version',
      version: RULES_VERSION,
    });
  });

  it('ends an order before it matches what came at its end, and tells that without a command', async () => {
    const world = new EngineWorld();
    const engine = await openWorld(world);
    const second = Math.floor(world.clock.now() / 1000);
    await world.orders(0, { ...place(1, 'sell', 1n, 3n), expiresAt: second + 5 } as never);
    await world.drain(engine);
    await world.clock.advance(6_000);
    await world.orders(1, place(2, 'buy', 1n, 3n));
    await world.drain(engine);
    expect(world.told().slice(-2)).toEqual(['done 1 expired', 'rested 2']);
    const ended = world
      .reported()
      .find(({ events }) => events.some((event) => event.kind === 'done' && event.orderId === orderId(1)));
    expect(ended?.origin).toBeUndefined();
  });

  it('is not moved by one fast clock', async () => {
    const world = new EngineWorld();
    const engine = await openWorld(world);
    const now = world.clock.now();
    await world.orders(0, { ...place(1, 'sell', 1n, 3n), expiresAt: Math.floor(now / 1000) + 60 } as never);
    await world.drain(engine);
    await world.ordersFrom(now + 3_600_000, MARKET, 1, place(2, 'buy', 1n, 3n));
    await world.drain(engine);
    expect(world.told()).toContain('trade 1<2');
  });
});

async function openWorld(world: EngineWorld) {
  await world.control(...OPENING);
  const engine = await world.boot();
  await world.settle(engine);
  return engine;
}
