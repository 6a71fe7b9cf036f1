import { describe, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import { cancel, EngineWorld, MARKET, OPENING, place } from '../../test/engine.fixture';
import { MarketProcessor } from '../markets/market-processor';
import { recoverProcessor } from '../persistence/recovery';
import type { ReportRow, SnapshotPartRow, SnapshotRow } from '../persistence/tables';
import { decodeProcessor, encodeProcessor } from './snapshot-format';

const BOUNDS = { snapshotEvery: 4 };

const rows = <R>(world: EngineWorld, table: string) =>
  [...world.store.table(table)] as unknown as [string, R][];
const numbersOf = (world: EngineWorld) =>
  rows<SnapshotRow>(world, 'snapshot')
    .map(([, { number }]) => number)
    .sort((a, b) => a - b);
const lastReport = (world: EngineWorld) =>
  rows<ReportRow>(world, 'report')
    .map(([, row]) => row)
    .reduce((a, b) => (b.number > a.number ? b : a));

/** An engine that was killed when its market had two snapshots and a report after them. */
async function killed() {
  const world = new EngineWorld();
  await world.control(...OPENING);
  const engine = await world.boot(BOUNDS);
  await world.settle(engine);
  for (let id = 1; id <= 8; id += 1) {
    await world.orders(id % 4, place(id, id % 3 === 0 ? 'buy' : 'sell', BigInt(id), 3n));
    await world.drain(engine);
  }
  const [older = 0, newer = 0] = numbersOf(world);
  expect(numbersOf(world)).toHaveLength(2);
  expect(lastReport(world).number).toBeGreaterThan(newer);
  return { world, older, newer };
}

/** Ways in which the snapshot after a report can be wrong. */
const damages: Record<string, (world: EngineWorld, number: number) => void> = {
  'a flipped bit': (world, number) =>
    changeParts(world, number, (row) => {
      const data = Uint8Array.from(row.data);
      data[data.length >> 1] = (data[data.length >> 1] ?? 0) ^ 4;
      return { ...row, data };
    }),
  'a missing end': (world, number) =>
    changeParts(world, number, (row) => ({ ...row, data: row.data.slice(0, -3) })),
  'a missing part': (world, number) => changeParts(world, number, () => undefined),
  'another version': (world, number) => changeRow(world, number, { version: 99 }),
  'the checksum of another': (world, number) => changeRow(world, number, { checksum: 'f'.repeat(64) }),
  'the hash of another state': (world, number) => changeRow(world, number, { stateHash: 'f'.repeat(16) }),
};

function changeParts(
  world: EngineWorld,
  number: number,
  change: (row: SnapshotPartRow) => SnapshotPartRow | undefined,
): void {
  for (const [key, row] of rows<SnapshotPartRow>(world, 'snapshot_part')) {
    if (row.number !== number) continue;
    const changed = change(row);
    if (changed === undefined) world.store.table('snapshot_part').delete(key);
    else world.store.table('snapshot_part').set(key, { ...changed });
  }
}

function changeRow(world: EngineWorld, number: number, change: Partial<SnapshotRow>): void {
  for (const [key, row] of rows<SnapshotRow>(world, 'snapshot')) {
    if (row.number === number) world.store.table('snapshot').set(key, { ...row, ...change });
  }
}

describe('snapshots', () => {
  it.each(Object.keys(damages))(
    'with %s are passed over, for the one before and the same state',
    async (what) => {
      const { world, newer, older } = await killed();
      const { stateHash } = lastReport(world);
      damages[what]?.(world, newer);
      const recovered = await recoverProcessor(world.database, MARKET, world.log);
      expect(recovered).toMatchObject({ snapshotNumber: older });
      expect(recovered.processor.hash).toBe(stateHash);
      expect(world.log.of('error')).toMatchObject([
        { fields: { alarm: 'snapshot_unreadable', number: newer } },
      ]);
      const again = await world.boot(BOUNDS);
      await world.settle(again);
      // What was damaged is replaced and forgotten, so that two good ones are there again.
      for (let id = 1; id <= 8; id += 1) {
        await world.orders(1, cancel(id));
        await world.drain(again);
      }
      expect(numbersOf(world)).not.toContain(newer);
      expect(numbersOf(world)).toHaveLength(2);
      expect(world.told().at(-1)).toBe('done 8 owner');
      expect(world.fatal).toEqual([]);
    },
  );

  it('that are both damaged keep the engine from starting, and it says why', async () => {
    const { world, newer, older } = await killed();
    damages['a flipped bit']?.(world, newer);
    damages['another version']?.(world, older);
    const start = world.boot(BOUNDS);
    await expect(start).rejects.toThrow(DefectError);
    await expect(start).rejects.toThrow(
      /no snapshot of TRADQUOT can be read, and its first reports are gone; restore.*checksum is wrong.*version 99/s,
    );
  });

  it('whose writing was interrupted don’t count, and are forgotten with the next', async () => {
    const { world, newer } = await killed();
    changeRow(world, newer, { isComplete: false, checksum: '' });
    const again = await world.boot(BOUNDS);
    await world.settle(again);
    expect(world.log.of('error')).toEqual([]);
    for (let id = 1; id <= 8; id += 1) {
      await world.orders(1, cancel(id));
      await world.drain(again);
    }
    const parts = new Set(rows<SnapshotPartRow>(world, 'snapshot_part').map(([, { number }]) => number));
    expect([...parts].sort((a, b) => a - b)).toEqual(numbersOf(world));
  });

  it('hold a large market in many parts, each small, and give it back as it was', () => {
    const processor = new MarketProcessor(MARKET);
    processor.take(
      OPENING.map((input) => ({ at: 1, input })),
      1,
    );
    const orders = Array.from({ length: 9_000 }, (_, id) => place(id + 1, 'sell', 1n, BigInt(3 + (id % 50))));
    processor.take(
      orders.map((input) => ({ at: 2, input })),
      2,
    );
    for (let step = 0; step < 8_500; step += 1) processor.step();
    const parts = [...encodeProcessor(processor.snapshot())];
    expect(parts.length).toBeGreaterThan(3);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_000_000);
    const restored = MarketProcessor.restore(MARKET, decodeProcessor(parts));
    expect(restored.hash).toBe(processor.hash);
    expect(restored.snapshot()).toEqual(processor.snapshot());
    while (processor.step() && restored.step()) expect(restored.hash).toBe(processor.hash);
  });
});
