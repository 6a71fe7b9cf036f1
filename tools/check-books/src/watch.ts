import { setTimeout as sleep } from 'node:timers/promises';
import { RestClient } from '@exchange/client';
import { BookFollower } from './book-follower';
import { isCrossed, type WireLine, windowOf } from './held-book';
import type { CheckBooksOptions } from './options';
import { Witness } from './witness';

/** The full book, against which all others are held. */
const FULL = 'bookd5';
/** Frames of different connections, and answers of REST, may come so much later than each other. */
const PATIENCE_MS = 5_000;
const REST_EVERY_MS = 50;
const FAULTS_MAX = 20;

interface WatchedBook {
  readonly name: string;
  readonly depth: number | undefined;
  readonly digits: number;
}

const BOOKS = ([20, 100, undefined] as const).flatMap((depth) =>
  [1, 2, 3, 4, 5].map((digits): WatchedBook => ({ name: `book${depth ?? ''}d${digits}`, depth, digits })),
);
const REST_BOOKS = ([20, 100] as const).map((depth) => ({ name: `REST ${depth}`, depth, digits: 5 }));

export interface Watched {
  /** States that were found right, by book. */
  readonly compared: ReadonlyMap<string, number>;
  /** Frames of each followed book. */
  readonly frames: ReadonlyMap<string, number>;
  readonly faults: readonly string[];
}

/** Follows all books of a market for some time. */
export async function watchBooks({ ws, rest, market, seconds }: CheckBooksOptions): Promise<Watched> {
  const witnesses = new Map([...BOOKS, ...REST_BOOKS].map(({ name }) => [name, new Witness()]));
  const of = (name: string) => witnesses.get(name) ?? new Witness();
  const faults: string[] = [];
  const fault = (text: string) => faults.length < FAULTS_MAX && faults.push(text);
  const text = (lines: readonly WireLine[]) => JSON.stringify(lines);

  // REST is another process, which may answer between two reports that share a frame: any update may be its last.
  const truthOf = (books: readonly WatchedBook[]) => (sorted: readonly WireLine[]) => {
    for (const { name, digits, depth } of books) of(name).mustBe(text(windowOf(sorted, digits, depth)));
  };
  const tellTruth = { updated: truthOf(REST_BOOKS), framed: truthOf(BOOKS) };
  const truth = await BookFollower.open(ws, market, FULL, { ...tellTruth, fault });
  const followers = await Promise.all(
    BOOKS.map(({ name }) =>
      BookFollower.open(ws, market, name, {
        framed: (sorted) => of(name).saw(text(sorted), performance.now()),
        fault,
      }),
    ),
  );

  const end = performance.now() + seconds * 1000;
  const client = new RestClient(rest);
  const askRest = async (): Promise<void> => {
    for (const { name, depth } of REST_BOOKS) {
      const lines = (await client.orderBook(market, depth)).map(
        ({ direction, rate, amount, orderCount }): WireLine => [
          ...([direction === 'BUY' ? 1 : 0, rate, amount, orderCount] as const),
        ],
      );
      if (isCrossed(lines)) fault(`${name}: crossed`);
      of(name).saw(text(lines), performance.now());
    }
  };
  const judge = (deadline: number) => {
    for (const [name, witness] of witnesses) {
      const state = witness.overdue(deadline);
      if (state !== undefined) fault(`${name} was no window of the full book: ${state}`);
    }
  };
  while (performance.now() < end && faults.length === 0) {
    await askRest();
    judge(performance.now() - PATIENCE_MS);
    await sleep(REST_EVERY_MS);
  }
  await sleep(faults.length === 0 ? PATIENCE_MS / 5 : 0);
  judge(performance.now() - PATIENCE_MS / 5);
  for (const follower of [truth, ...followers]) follower.close();
  return {
    compared: new Map([...witnesses].map(([name, { compared }]) => [name, compared])),
    frames: new Map(followers.map(({ event, frames }) => [event, frames])),
    faults,
  };
}
