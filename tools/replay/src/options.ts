import { memoryStore, type OrderStore } from '@exchange/core/matching';
import { naiveStore } from '@exchange/core/matching/oracle';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readFlags } from '../../kit/command-line/read-flags';
import { brokerOf, databaseOf } from '../../kit/running/record-place';

export const USAGE = `npm run replay [-- options]: does all that the engine recorded again, in a process of its own, and
compares every byte of the market reports that were published, and every state hash

  --save FILE         only write the recording of a running exchange to FILE
  --file FILE         replay a FILE that --save wrote, here or on another machine
  --book NAME         fast, which the engine has (default), or naive: then other code, which is slow and obvious, has to
                      make the same bytes
  --data-dir FOLDER   data folder of the exchange; default EXCHANGE_DATA_DIR, else .exchange
  --database URL      its database, as the role auditor; default what the data folder says
  --nats URL          its broker, with a user whose <user>-logs may read the stream MARKET; default what the data folder
                      says
  --help              this text

Without --save and --file it replays the record of the running exchange. The record must reach back to the first report
of each market. An engine forgets reports that snapshots cover, so it must have run with so many reports between
snapshots that it made none: SNAPSHOT_EVERY=1000000000 npm start, with a new data folder.

Ends with code 0 when every byte is the same, 1 when something differs, 2 when it could not compare.
`;

/** Where the record of a running exchange is. */
export interface ExchangePlace {
  readonly database: string;
  readonly nats: string;
}

const STORES = { fast: memoryStore, naive: naiveStore };

export type ReplayOptions = { readonly newStore: () => OrderStore } & (
  | { readonly from: 'file'; readonly file: string }
  | { readonly from: 'exchange'; readonly place: ExchangePlace; readonly save: string | undefined }
);

const FLAGS = ['save', 'file', 'book', 'data-dir', 'database', 'nats'] as const;

/** What the command line and the data folder say. Throws, saying what would be right, on anything else. */
export function replayOptions(args: readonly string[], env: NodeJS.ProcessEnv): ReplayOptions {
  const { file, save, book = 'fast', ...given } = readFlags(FLAGS, args, USAGE);
  if (!isBook(book)) throw new Error(`--book takes fast or naive.\n\n${USAGE}`);
  const newStore = STORES[book];
  if (file === undefined) return { from: 'exchange', place: placeOf(given, env), save, newStore };
  if (save !== undefined || Object.keys(given).length > 0)
    throw new Error(`--file goes with no other option but --book.\n\n${USAGE}`);
  if (!existsSync(file)) throw new Error(`There is no ${path.resolve(file)}.`);
  return { from: 'file', file, newStore };
}

const isBook = (name: string): name is keyof typeof STORES => Object.hasOwn(STORES, name);

function placeOf(
  { database, nats, ...given }: { database?: string; nats?: string; 'data-dir'?: string },
  env: NodeJS.ProcessEnv,
): ExchangePlace {
  const folder = given['data-dir'];
  return { database: database ?? databaseOf(env, folder), nats: nats ?? brokerOf(env, folder) };
}
