import { expect, it } from '@jest/globals';
import { MemoryDatabase, MemoryStore, type SeededRandom, seededRandom } from '@exchange/test/kit';
import { type Find, remove, type RowChange, type TurnCommit, upsert } from '../ports';
import {
  booleanColumn,
  defineTable,
  integerColumn,
  jsonColumn,
  primary,
  type RowOf,
  textColumn,
} from '../tables';
import { RecordsAhead } from './records-ahead';

const orderTable = defineTable('order', {
  account: primary(textColumn),
  id: primary(integerColumn),
  isOpen: booleanColumn,
  terms: jsonColumn<{ amount?: number | undefined }>(),
});
const otherTable = defineTable('other', { account: primary(textColumn), at: integerColumn });
type Row = RowOf<typeof orderTable>;

const RUNS = 40;
const TURNS = 60;

const account = (random: SeededRandom) => random.pick(['a', 'b', 'c']);

function someChange(random: SeededRandom): RowChange {
  const row = (): Row => ({
    account: account(random),
    id: random.integer(1, 12),
    isOpen: random.chance(0.5),
    terms: { amount: random.chance(0.3) ? undefined : random.integer(0, 9) },
  });
  const draw = random.integer(0, 9);
  if (draw === 0) return upsert(otherTable, [{ account: account(random), at: random.integer(0, 9) }]);
  if (draw < 4)
    return remove(
      orderTable,
      [row(), row()].map(({ account: of, id }) => ({ account: of, id })),
    );
  return upsert(orderTable, [row(), row(), row()]);
}

function someFind(random: SeededRandom): Find<Row> {
  const where = {
    ...(random.chance(0.5) && { account: random.chance(0.5) ? account(random) : ['a', 'c'] }),
    ...(random.chance(0.5) && { isOpen: random.chance(0.5) }),
    ...(random.chance(0.5) && { id: { gt: random.integer(0, 6), lte: random.integer(4, 12) } }),
  };
  const direction = random.chance(0.5) ? 'asc' : 'desc';
  const order = [
    ['id', direction],
    ['account', 'asc'],
  ] as const;
  return random.chance(0.5) ? { where, order } : { where, order, limit: random.integer(0, 4) };
}

/** Turns are decided at once and committed later, some at a time; now and then a commit happens unheard. */
async function run(seed: string): Promise<void> {
  const random = seededRandom(seed);
  const [stored, decided] = [new MemoryDatabase(new MemoryStore()), new MemoryDatabase(new MemoryStore())];
  await Promise.all([stored.claimWriter(), decided.claimWriter()]);
  let underWay: TurnCommit[] = [];
  const records = new RecordsAhead(stored, () => underWay);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const changes = Array.from({ length: random.integer(1, 3) }, () => someChange(random));
    const commit = { changes, positions: [], outbox: [] };
    underWay.push(commit);
    await decided.commit(commit);
    const done = underWay.slice(0, random.integer(0, underWay.length));
    const commitSome = async () => {
      for (const each of done) await stored.commit(each);
    };
    // The database may be read before the commit, after it, or in the midst of it.
    stored.faults.read = random.chance(0.3) ? commitSome : () => undefined;
    const find = someFind(random);
    expect(await records.find(orderTable, find)).toEqual(await decided.find(orderTable, find));
    stored.faults = {};
    await commitSome();
    if (random.chance(0.8)) underWay = underWay.slice(done.length);
  }
}

it('records ahead of the database are those that it has when all commits are done', async () => {
  for (let seed = 0; seed < RUNS; seed += 1) await run(`ahead ${seed}`);
});
