import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DefectError } from '@exchange/core/kernel';
import {
  amountColumn,
  booleanColumn,
  bytesColumn,
  type Database,
  defineTable,
  FencedError,
  integerColumn,
  jsonColumn,
  nullable,
  primary,
  remove,
  type RowOf,
  textColumn,
  type TurnCommit,
  upsert,
} from '@exchange/platform';

export const thingTable = defineTable('thing', {
  account: primary(textColumn),
  id: primary(integerColumn),
  amount: amountColumn,
  isOpen: booleanColumn,
  note: nullable(textColumn),
  terms: jsonColumn<{ list: number[]; text: string }>(),
  raw: bytesColumn,
});
export type Thing = RowOf<typeof thingTable>;

const thing = (account: string, id: number, more: Partial<Thing> = {}): Thing => ({
  account,
  id,
  amount: 10n ** 38n + BigInt(id),
  isOpen: true,
  note: null,
  terms: { list: [1, 2], text: `it's "${id}", \\ {},` },
  raw: Uint8Array.from([0, 255, id]),
  ...more,
});

const commitOf = (turn: Partial<TurnCommit>): TurnCommit => ({
  changes: [],
  positions: [],
  outbox: [],
  ...turn,
});
const bytes = (...values: number[]) => Uint8Array.from(values);

export interface DatabaseUnderTest {
  /** Another process of the same service, at the main place or another. */
  open(writer?: string): Promise<Database>;
  stop(): Promise<void>;
}

/** What every implementation of the Database port must do. */
export function testDatabasePort(start: () => Promise<DatabaseUnderTest>): void {
  let world: DatabaseUnderTest;
  let database: Database;

  beforeAll(async () => {
    world = await start();
    database = await world.open();
    await database.claimWriter();
  });
  afterAll(async () => world.stop());

  it('gives rows back as they were written, and replaces them by primary key', async () => {
    const rows = [thing('a', 1), thing('a', 2, { note: 'x', amount: -5n }), thing('b', 1, { isOpen: false })];
    await database.commit(commitOf({ changes: [upsert(thingTable, rows)] }));
    await database.commit(commitOf({ changes: [upsert(thingTable, [thing('a', 1, { amount: 0n })])] }));
    const found = await database.find(thingTable, {
      order: [
        ['account', 'asc'],
        ['id', 'asc'],
      ],
    });
    const plain = found.map((row) => ({ ...row, raw: Uint8Array.from(row.raw) }));
    expect(plain).toEqual([thing('a', 1, { amount: 0n }), ...rows.slice(1)]);
  });

  it('finds by equality, lists, null and comparison, in the order and number asked for', async () => {
    const ids = async (find: Parameters<typeof database.find<Thing>>[1]) =>
      (await database.find(thingTable, find)).map(({ account, id }) => `${account}${id}`);
    const order = [
      ['id', 'desc'],
      ['account', 'asc'],
    ] as const;
    expect(await ids({ where: { account: 'a' }, order })).toEqual(['a2', 'a1']);
    expect(await ids({ where: { account: ['a', 'b'], id: 1 }, order })).toEqual(['a1', 'b1']);
    expect(await ids({ where: { account: [] } })).toEqual([]);
    expect(await ids({ where: { note: null }, order })).toEqual(['a1', 'b1']);
    expect(await ids({ where: { amount: { lt: 0n } } })).toEqual(['a2']);
    expect(await ids({ where: { id: { gt: 0, lte: 2 } }, order, limit: 2 })).toEqual(['a2', 'a1']);
    expect(await ids({ where: { isOpen: false } })).toEqual(['b1']);
  });

  it('counts what fits, up to a number', async () => {
    expect(await database.count(thingTable, { account: 'a' }, 10)).toBe(2);
    expect(await database.count(thingTable, { id: { gte: 1 } }, 10)).toBe(3);
    expect(await database.count(thingTable, { id: { gte: 1 } }, 2)).toBe(2);
    expect(await database.count(thingTable, { account: 'z' }, 10)).toBe(0);
  });

  it('counts the last of several changes of one row', async () => {
    const changes = [
      upsert(thingTable, [thing('c', 1), thing('c', 2)]),
      remove(thingTable, [{ account: 'c', id: 1 }]),
      upsert(thingTable, [thing('c', 2, { note: 'last' }), thing('c', 3)]),
      remove(thingTable, [{ account: 'c', id: 3 }]),
    ];
    await database.commit(commitOf({ changes }));
    const found = await database.find(thingTable, { where: { account: 'c' } });
    expect(found.map(({ id, note }) => [id, note])).toEqual([[2, 'last']]);
  });

  it('commits as a whole or not at all, and calls bad data a defect', async () => {
    const bad = { ...thing('d', 2), amount: null } as unknown as Thing;
    const turn = commitOf({
      changes: [upsert(thingTable, [thing('d', 1), bad])],
      positions: [{ subject: 'd', seq: 1 }],
    });
    await expect(database.commit(turn)).rejects.toThrow(DefectError);
    expect(await database.find(thingTable, { where: { account: 'd' } })).toEqual([]);
    expect((await database.positions()).filter(({ subject }) => subject === 'd')).toEqual([]);
  });

  it('keeps positions, also with hints', async () => {
    await database.commit(
      commitOf({
        positions: [
          { subject: 'p.1', seq: 1 },
          { subject: 'p.2', seq: 7 },
        ],
      }),
    );
    await database.commit(commitOf({ positions: [{ subject: 'p.1', seq: 2, hint: 'h' }] }));
    const kept = (await database.positions()).filter(({ subject }) => subject.startsWith('p.'));
    expect(kept.sort((a, b) => a.subject.localeCompare(b.subject))).toEqual([
      { subject: 'p.1', seq: 2, hint: 'h' },
      { subject: 'p.2', seq: 7 },
    ]);
  });

  it('keeps the outbox in order, and its heads also when the messages are forgotten', async () => {
    const messages = [1, 2, 3].map((seq) => ({ subject: 'o.1', seq, data: bytes(seq) }));
    await database.commit(commitOf({ outbox: messages.slice(0, 2) }));
    await database.commit(commitOf({ outbox: messages.slice(2) }));
    const after = async (seq: number, limit: number) =>
      (await database.outboxAfter('o.1', seq, limit)).map((message) => [message.seq, ...message.data]);
    expect(await after(0, 2)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await after(1, 9)).toEqual([
      [2, 2],
      [3, 3],
    ]);
    await database.pruneOutbox('o.1', 3);
    expect(await after(0, 9)).toEqual([]);
    expect(await database.outboxHeads()).toContainEqual({ subject: 'o.1', seq: 3 });
  });

  it('takes the same commit twice, but no other message under the same sequence', async () => {
    const turn = commitOf({ outbox: [{ subject: 'o.2', seq: 1, data: bytes(1) }] });
    await database.commit(turn);
    await database.commit(turn);
    const other = commitOf({ outbox: [{ subject: 'o.2', seq: 1, data: bytes(2) }] });
    await expect(database.commit(other)).rejects.toThrow(DefectError);
    expect(await database.outboxAfter('o.2', 0, 9)).toHaveLength(1);
  });

  it('refuses a writer after another claimed it', async () => {
    const next = await world.open();
    await next.claimWriter();
    const turn = commitOf({ changes: [upsert(thingTable, [thing('e', 1)])] });
    await expect(database.commit(turn)).rejects.toThrow(FencedError);
    expect(await next.find(thingTable, { where: { account: 'e' } })).toEqual([]);
    await next.commit(turn);
    expect(await next.find(thingTable, { where: { account: 'e' } })).toHaveLength(1);
  });

  it('fences each writer by itself, and one for another', async () => {
    const [first, second] = [await world.open('first'), await world.open('second')];
    await first.claimWriter();
    await second.claimWriter();
    await first.commit(commitOf({ changes: [upsert(thingTable, [thing('f', 1)])] }));
    await second.fenceWriter('first');
    const turn = commitOf({ changes: [upsert(thingTable, [thing('f', 2)])] });
    await expect(first.commit(turn)).rejects.toThrow(FencedError);
    await second.commit(turn);
    await (await world.open('second')).fenceWriter('third');
  });

  it('keeps the positions of a writer that reads apart by themselves', async () => {
    const [first, apart] = [await world.open('parts'), (await world.open('x')).writing('b', 'apart')];
    await first.claimWriter();
    await apart.claimWriter();
    await first.commit(commitOf({ positions: [{ subject: 'q.1', seq: 4 }] }));
    await apart.commit(commitOf({ positions: [{ subject: 'q.1', seq: 2, hint: 'h' }] }));
    const ofBoth = [first, first.writing('c', 'shared'), apart].map((reader) => reader.positions());
    const [own, shared, others] = await Promise.all(ofBoth);
    expect(own?.filter(({ subject }) => subject.endsWith('q.1'))).toEqual([{ subject: 'q.1', seq: 4 }]);
    expect(shared).toEqual(own);
    expect(others).toEqual([{ subject: 'q.1', seq: 2, hint: 'h' }]);
  });

  it('hands a lease to another holder, and tells who holds what', async () => {
    const handed = await world.open('handed');
    expect(await handed.holdLease('a', 60_000)).toBe(true);
    await handed.handLease('c', 'b', 60_000);
    expect(await handed.holdLease('b', 60_000)).toBe(false);
    await handed.handLease('a', 'b', 60_000);
    expect(await handed.holdLease('a', 60_000)).toBe(false);
    expect(await handed.holdLease('b', 60_000)).toBe(true);
    const [mine] = (await handed.leases()).filter(({ writer }) => writer === 'handed');
    expect(mine?.holder).toBe('b');
    expect(mine?.leftMs).toBeGreaterThan(50_000);
  });

  it('leases a writer to one holder, until the lease ends or is given back', async () => {
    const [mine, other] = [await world.open('leased'), await world.open('elsewhere')];
    const [long, short] = [60_000, 1];
    expect(await other.isLeased('leased')).toBe(false);
    expect(await mine.holdLease('a', long)).toBe(true);
    expect(await mine.holdLease('b', long)).toBe(false);
    expect(await other.isLeased('leased')).toBe(true);
    expect(await other.holdLease('b', long)).toBe(true);
    expect(await mine.holdLease('a', short)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await other.isLeased('leased')).toBe(false);
    expect(await mine.holdLease('b', long)).toBe(true);
    await mine.releaseLease('a');
    expect(await mine.holdLease('a', long)).toBe(false);
    await mine.releaseLease('b');
    expect(await mine.holdLease('a', long)).toBe(true);
  });

  it('prolongs no lease of a process that is no longer the writer, whatever its name', async () => {
    const [former, present] = [await world.open('renewed'), await world.open('renewed')];
    expect(await former.holdLease('same', 60_000)).toBe(true);
    await former.claimWriter();
    expect(await former.holdLease('same', 60_000)).toBe(true);
    expect(await present.holdLease('same', 60_000)).toBe(true);
    await present.claimWriter();
    expect(await former.holdLease('same', 60_000)).toBe(false);
    expect(await present.holdLease('same', 60_000)).toBe(true);
  });
}
