import {
  answersOf,
  COMMAND_NAMES,
  eventId,
  type DocumentedEvent,
  SEED_EVENTS,
} from '@exchange/test/seed-client';
import { present } from '@exchange/core/kernel';
import { chapters } from './cases';
import type { Case, CaseChapter } from './case';
import type { Options } from './options';
import type { ResultRow } from './table';
import { World } from './world';

const CASE_MS_MAX = 180_000;
/** `reconnect` comes when the exchange stops; the seed names no event that answers getTokenInfo. */
const NOT_LOOKED_FOR: readonly DocumentedEvent[] = ['reconnect', 'tokenInfo'];

/**
 * Runs the chapters side by side against the exchange and tells each row as soon as it is known. Returns all rows,
 * then one for each command and event: whether it was answered or seen as the tables say.
 */
export async function run(options: Options, tell: (row: ResultRow) => void): Promise<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  const add = (row: ResultRow) => {
    rows.push(row);
    tell(row);
  };
  const isWanted = ({ section, name }: Case) => `${section}: ${name}`.includes(options.only ?? '');
  const wanted = chapters
    .map(({ market, cases }) => ({ market, cases: cases.filter(isWanted) }))
    .filter(({ cases }) => cases.length > 0);
  if (wanted.length === 0) {
    const sections = [...new Set(chapters.flatMap(({ cases }) => cases.map(({ section }) => section)))];
    throw new Error(
      `No case has ${JSON.stringify(options.only)} in its name or section; sections are ${sections.join(', ')}.`,
    );
  }
  const world = await World.look(options);
  try {
    await Promise.all(wanted.map((chapter) => runChapter(chapter, world, add)));
  } finally {
    for (const close of world.journal.closers) close();
    world.chain.close();
  }
  if (options.only === undefined) coverage(world).forEach(add);
  const [violation] = world.journal.violations;
  add({ section: 'tables', name: 'every packet has the layout of its table', failure: violation });
  return rows;
}

async function runChapter(
  { market, cases }: CaseChapter,
  exchange: World,
  add: (row: ResultRow) => void,
): Promise<void> {
  const world = await exchange.withAccounts(present(exchange.markets[market], `a market ${market}`));
  for (const one of cases) add(await outcome(one, world));
}

async function outcome(one: Case, world: World): Promise<ResultRow> {
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

/** Rows that say whether each command's answers were always the event of its table, and whether each event was seen. */
function coverage({ journal }: World): ResultRow[] {
  const commands = COMMAND_NAMES.map((name) => {
    const wanted = answersOf(name);
    const others = [...(journal.answered.get(name) ?? [])].filter((event) => !wanted.includes(event));
    return {
      section: 'first packet',
      name: `${name} is answered by ${wanted.map((event) => eventId(event)).join(' or ')}`,
      failure: !journal.answered.has(name)
        ? 'was never answered in this run'
        : others.length > 0
          ? `was answered by ${others.join(', ')}`
          : undefined,
    };
  });
  const events = SEED_EVENTS.filter((name) => !NOT_LOOKED_FOR.includes(name)).map((name) => ({
    section: 'event',
    name: `${name} (${eventId(name)})`,
    failure: journal.events.has(name) ? undefined : 'was never seen in this run',
  }));
  return [...commands, ...events];
}
