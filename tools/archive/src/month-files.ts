import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { HistoryDatabase } from './history-database';
import { histories, type HistoryTable, tableOf } from './history-tables';
import { FORMAT, type Manifest, type WrittenTable } from './manifest';

const MANIFEST = 'manifest.json';
/** Rows that are put into the database at once. */
const PART = 2_000;

const fileOf = (folder: string, history: HistoryTable) => path.join(folder, `${history}.jsonl.gz`);
export const folderOf = (place: string, monthName: string): string => path.join(place, monthName);

/** Counts and hashes lines as they pass. */
class Reckoning {
  private readonly hash = createHash('sha256');
  private rows = 0;

  take(lines: readonly string[]): string {
    const text = lines.map((line) => `${line}\n`).join('');
    this.hash.update(text);
    this.rows += lines.length;
    return text;
  }

  result = (): WrittenTable => ({ rows: this.rows, sha256: this.hash.digest('hex') });
}

async function manifestOf(
  month: string,
  tableFor: (history: HistoryTable) => Promise<WrittenTable>,
): Promise<Manifest> {
  const tables = [];
  for (const history of histories) tables.push([history, await tableFor(history)] as const);
  return { format: FORMAT, month, tables: Object.fromEntries(tables) as Manifest['tables'] };
}

/** What the database has of a month now. */
export const reckonMonth = (database: HistoryDatabase, month: string): Promise<Manifest> =>
  manifestOf(month, async (history) => {
    const reckoning = new Reckoning();
    for await (const lines of database.lines(history, tableOf(history, month))) reckoning.take(lines);
    return reckoning.result();
  });

/** Writes a month's folder; it has its name only when all of it is on the disk. */
export async function writeMonth(database: HistoryDatabase, month: string, place: string): Promise<Manifest> {
  const folder = folderOf(place, month);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const manifest = await manifestOf(month, (history) => writeTable(database, month, unfinished, history));
  await writeFile(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await sync(path.join(unfinished, MANIFEST));
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  await sync(place);
  return manifest;
}

async function writeTable(
  database: HistoryDatabase,
  month: string,
  folder: string,
  history: HistoryTable,
): Promise<WrittenTable> {
  const reckoning = new Reckoning();
  async function* texts() {
    for await (const lines of database.lines(history, tableOf(history, month))) yield reckoning.take(lines);
  }
  const file = fileOf(folder, history);
  await pipeline(Readable.from(texts()), createGzip(), createWriteStream(file));
  await sync(file);
  return reckoning.result();
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync();
  await handle.close();
}

/** The manifest in a month's folder; undefined when there is none. Throws on one of another format. */
export async function readManifest(place: string, month: string): Promise<Manifest | undefined> {
  const file = path.join(folderOf(place, month), MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== FORMAT) throw new Error(`${file} has another format than ${FORMAT}`);
  return manifest;
}

/** What the files hold, read from the disk; `take` gets their lines, some at a time. */
export const readMonth = (
  place: string,
  month: string,
  take: (history: HistoryTable, lines: readonly string[]) => Promise<void> = async () => undefined,
): Promise<Manifest> =>
  manifestOf(month, async (history) => {
    const reckoning = new Reckoning();
    for await (const lines of linesOf(fileOf(folderOf(place, month), history))) {
      reckoning.take(lines);
      await take(history, lines);
    }
    return reckoning.result();
  });

async function* linesOf(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const copied = pipeline(source, unpacked).catch((error: unknown) => {
    unpacked.destroy(new Error(`${file} can't be read`, { cause: error }));
  });
  let part: string[] = [];
  for await (const line of createInterface({ input: unpacked })) {
    part.push(line);
    if (part.length < PART) continue;
    yield part;
    part = [];
  }
  await copied;
  if (unpacked.errored) throw unpacked.errored;
  if (part.length > 0) yield part;
}
