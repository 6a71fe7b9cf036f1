import { parseArgs } from 'node:util';
import { archivistAt } from '../../kit/running/record-place';
import { type Month, monthOf } from './months';

export const USAGE = `npm run archive -- list: the months of history, how large they are, and why one must stay
npm run archive -- detach --before 2026-06 --out FOLDER: takes all months before that one out of the database, oldest first
npm run archive -- restore --month 2026-05 --from FOLDER: brings a month back

  --data-dir FOLDER   data folder of the exchange; default EXCHANGE_DATA_DIR, else .exchange
  --database URL      its database, as the role archivist; default what the data folder says
  --help              this text

A month becomes a folder with a compressed file of lines of JSON for each table and a manifest. What was broken off goes on
when the same command is given again. The exchange may run meanwhile. Ends with code 1 when a month must stay.
`;

export type ArchiveWish =
  | { readonly verb: 'list' }
  | { readonly verb: 'detach'; readonly before: Month; readonly out: string }
  | { readonly verb: 'restore'; readonly month: Month; readonly from: string };

export interface ArchiveOptions {
  readonly wish: ArchiveWish;
  readonly database: string;
}

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function archiveOptions(args: readonly string[], env: NodeJS.ProcessEnv): ArchiveOptions {
  const { values, positionals } = parsed(args);
  const { database, 'data-dir': folder, ...flags } = values;
  const wish = wishOf(positionals, flags);
  return { wish, database: database ?? archivistAt(env, folder) };
}

const text = { type: 'string' } as const;
const FLAGS = { before: text, out: text, month: text, from: text, database: text, 'data-dir': text };

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), error);
  }
}

/** The flags that a verb takes, all of which it needs. */
const NEEDED = { list: [], detach: ['before', 'out'], restore: ['month', 'from'] } as const;

function wishOf(
  [verb = '', ...more]: readonly string[],
  flags: Readonly<Record<string, string | undefined>>,
): ArchiveWish {
  if (more.length > 0 || !Object.hasOwn(NEEDED, verb)) throw wrong('give one of list, detach and restore');
  const needed: readonly string[] = NEEDED[verb as ArchiveWish['verb']];
  const given = Object.keys(flags).filter((name) => flags[name] !== undefined);
  if (given.length !== needed.length || !needed.every((name) => given.includes(name))) {
    throw wrong(`${verb} takes ${needed.map((name) => `--${name}`).join(' and ') || 'nothing more'}`);
  }
  const { before, out = '', month, from = '' } = flags;
  if (verb === 'detach') return { verb, before: read('before', before), out };
  return verb === 'restore' ? { verb, month: read('month', month), from } : { verb: 'list' };
}

function read(flag: string, given = ''): Month {
  const month = monthOf(given);
  if (month === undefined) throw wrong(`--${flag} takes a month such as 2026-06, not ${given}`);
  return month;
}

const wrong = (what: string, cause?: unknown) => new Error(`${what}.\n\n${USAGE}`, { cause });
