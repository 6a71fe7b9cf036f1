import { chapters } from './cases';
import type { Case } from './case';
import type { Options } from './options';
import { ADDED_TENTHS, COMMAND_TENTHS, EVENTS } from './strict/seed-tables';
import type { Row } from './table';
import { World } from './world';

const CASE_MS_MAX = 180_000;

const sectionsOf = (all: readonly (readonly Case[])[]): string =>
  [...new Set(all.flat().map(({ section }) => section))].join(', ');

/**
 * Runs the chapters side by side against the exchange and tells each row as soon as it is known. Returns all rows,
 * then one for each command and event: whether it was answered or seen as the tables say.
 */
export async function run(options: Options, tell: (row: Row) => void): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    tell(row);
  };
  const isWanted = ({ section, name }: Case) => `${section}: ${name}`.includes(options.only ?? '');
  const wanted = chapters.map((cases) => cases.filter(isWanted)).filter((cases) => cases.length > 0);
  if (wanted.length === 0)
    throw new Error(
      `No case has ${JSON.stringify(options.only)} in its name or section; sections are ${sectionsOf(chapters)}.`,
    );
  const world = await World.look(options);
  try {
    await Promise.all(wanted.map((cases) => runChapter(cases, world, add)));
  } finally {
    for (const close of world.journal.closers) close();
    world.chain.close();
  }
  if (options.only === undefined) coverage(world).forEach(add);
  const [violation] = world.journal.violations;
  add({ section: 'tables', name: 'every packet has the layout of its table', failure: violation });
  return rows;
}

async function runChapter(cases: readonly Case[], exchange: World, add: (row: Row) => void): Promise<void> {
  const world = await exchange.withAccounts();
  for (const one of cases) add(await outcome(one, world));
}

async function outcome(one: Case, world: World): Promise<Row> {
  const { section, name } = one;
  const start = Date.now();
  const seconds = () => (Date.now() - start) / 1000;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${CASE_MS_MAX / 1000} s`)), CASE_MS_MAX);
  });
  try {
    await Promise.race([one.run(world), late]);
    return { section, name, failure: undefined, seconds: seconds() };
  } catch (error) {
    // What a case left open must not disturb the next one.
    await Promise.allSettled([world.alice.cancelAll(), world.bob.cancelAll()]);
    const failure = error instanceof Error ? error.message : String(error);
    return { section, name, failure, seconds: seconds() };
  } finally {
    clearTimeout(timer);
  }
}

/** Rows that say whether every command of the seed was answered and every event was seen. */
function coverage({ journal }: World): Row[] {
  const commands = Object.keys({ ...COMMAND_TENTHS, ...ADDED_TENTHS }).map((name) => ({
    section: 'command',
    name,
    failure: journal.answered.has(name) ? undefined : 'was never answered in this run',
  }));
  const events = EVENTS.map(([name, id]) => {
    const shared = id === 'ts' || id === 'uts';
    const seen = journal.events.has(shared ? name : id);
    return {
      section: 'event',
      name: `${name} (${id})`,
      failure: seen ? undefined : 'was never seen in this run',
    };
  });
  return [...commands, ...events];
}
