import type { Say } from '../../kit/command-line/say';
import type { HistoryDatabase, MonthRow } from './history-database';
import { histories, type HistoryTable, tableOf } from './history-tables';
import { differences, type Manifest } from './manifest';
import { readManifest, readMonth, reckonMonth, writeMonth } from './month-files';
import { type Month, monthText } from './months';

const allRows = ({ tables }: Manifest): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

/** Takes all months before this one out of the database, oldest first. Throws when one must stay, and says why. */
export async function detachMonths(
  database: HistoryDatabase,
  { before, out }: { readonly before: Month; readonly out: string },
  say: Say,
): Promise<void> {
  const old = (await database.months()).filter(({ month }) => month < before);
  if (old.length === 0) say(`there is no month before ${monthText(before)}`);
  for (const month of old) await detachMonth(database, month, out, say);
}

/** Each step is found done, or is done again, when the one before it was broken off. */
async function detachMonth(
  database: HistoryDatabase,
  { month, state, manifest: known }: MonthRow,
  out: string,
  say: Say,
): Promise<void> {
  const name = monthText(month);
  if (state === 'archived') {
    say(`${name} is archived`);
    return;
  }
  if (state !== 'detached') await refuseNeeded(database, month);
  await database.openMonth(month);
  const manifest = (await filesOf(name, out, known)) ?? (await writeMonth(database, name, out));
  await checkFiles(out, manifest);
  say(`${name} is written: ${allRows(manifest)} rows`);
  if (state !== 'detached') {
    await database.prepare(month, manifest);
    await database.detach(month);
  }
  say(`${name} is detached`);
  const left = differences(await reckonMonth(database, name), manifest);
  if (left.length > 0) {
    await database.attach(month);
    throw new Error(`${name} was changed while it was written, and is attached again: ${left.join('; ')}`);
  }
  await database.drop(month);
  say(`${name} is archived`);
}

async function refuseNeeded(database: HistoryDatabase, month: Month): Promise<void> {
  const why = await database.obstacles(month);
  if (why.length > 0) throw new Error(`${monthText(month)} must stay: ${why.join('; ')}`);
}

/** The files of a run that was broken off, if they are those that the database knows of. */
async function filesOf(name: string, out: string, known: Manifest | null): Promise<Manifest | undefined> {
  const written = await readManifest(out, name);
  if (written === undefined || known === null || differences(written, known).length > 0) return undefined;
  return written;
}

async function checkFiles(place: string, manifest: Manifest): Promise<void> {
  const wrong = differences(await readMonth(place, manifest.month), manifest);
  if (wrong.length > 0) throw new Error(`the files of ${manifest.month} in ${place}: ${wrong.join('; ')}`);
}

/** Brings a month back from its files, which must be those that were written when it was taken out. */
export async function restoreMonth(
  database: HistoryDatabase,
  { month, from }: { readonly month: Month; readonly from: string },
  say: Say,
): Promise<void> {
  const name = monthText(month);
  const row = (await database.months()).find((one) => one.month === month);
  if (row === undefined) throw new Error(`${name} was never in this database`);
  if (row.manifest === null || row.state === 'written') {
    say(`${name} is attached`);
    return;
  }
  if (row.state === 'archived') await fill(database, row.manifest, month, from);
  say(`${name} is filled: ${allRows(row.manifest)} rows`);
  await database.attach(month);
  say(`${name} is attached`);
}

async function fill(database: HistoryDatabase, known: Manifest, month: Month, from: string): Promise<void> {
  await checkFiles(from, known);
  await database.beginRestore(month);
  await readMonth(from, known.month, (history, lines) =>
    database.insert(tableOf(history, known.month), lines),
  );
  const wrong = differences(await reckonMonth(database, known.month), known);
  if (wrong.length > 0) throw new Error(`${known.month} didn't come back as it was: ${wrong.join('; ')}`);
}

/** A line for each month: its state, rows, bytes, and why it must stay. */
export async function listMonths(database: HistoryDatabase): Promise<string[][]> {
  const lines = [];
  for (const row of await database.months()) lines.push(await line(database, row));
  return lines;
}

async function line(
  database: HistoryDatabase,
  { month, state, manifest, bytes }: MonthRow,
): Promise<string[]> {
  const name = monthText(month);
  const isThere = state === 'attached' || state === 'written';
  if (isThere) await database.openMonth(month);
  const why = isThere ? await database.obstacles(month) : [];
  const counts: number[] = [];
  for (const history of histories) {
    counts.push(await rowsOf(database, history, name, isThere ? null : manifest));
  }
  const verdict = isThere ? why.join('; ') || 'may be archived' : '';
  return [name, isThere ? 'attached' : state, ...counts.map(String), (bytes / 1e6).toFixed(1), verdict];
}

const rowsOf = async (
  database: HistoryDatabase,
  history: HistoryTable,
  name: string,
  manifest: Manifest | null,
): Promise<number> => manifest?.tables[history].rows ?? database.rowCount(tableOf(history, name));
