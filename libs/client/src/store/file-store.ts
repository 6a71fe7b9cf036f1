import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { byKey, type StoredValue, type Store, type StoreEntry } from './store';

/** A line of the file: what was put, or with no value, what was deleted. */
interface Line {
  readonly key: string;
  readonly value?: StoredValue;
}

interface Waiting {
  readonly text: string;
  done(): void;
  failed(error: unknown): void;
}

/** A file with so many lines more than entries is written anew when it is opened. */
const SPARE_LINES = 1000;

/**
 * A store in one file of JSON lines, each written behind the last one. What is put at the same time reaches the disk
 * with one flush. A line that a crash cut short was never acknowledged, and is left out. A file is of one process at a time.
 */
export class FileStore implements Store {
  #waiting: Waiting[] = [];
  #isWriting = false;
  #fault: unknown;

  private constructor(
    private readonly file: FileHandle,
    private readonly texts: Map<string, string>,
  ) {}

  /** Opens the file, or makes it. Throws what the disk says, and for a file that is something else. */
  static async open(name: string): Promise<FileStore> {
    const { texts, lines, isWhole } = read(await contentOf(name), name);
    if (!isWhole || lines > texts.size + SPARE_LINES) await writeAnew(name, texts);
    const file = await open(name, 'a');
    await flushFolder(name);
    return new FileStore(file, texts);
  }

  get(key: string): Promise<StoredValue | undefined> {
    const text = this.texts.get(key);
    return Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as StoredValue));
  }

  put(key: string, value: StoredValue): Promise<void> {
    this.texts.set(key, JSON.stringify(value));
    return this.#append({ key, value });
  }

  async add(key: string, value: StoredValue): Promise<StoredValue> {
    const text = this.texts.get(key);
    if (text === undefined) await this.put(key, value);
    // What another call has put reaches the disk first.
    else await this.#written();
    return JSON.parse(text ?? JSON.stringify(value)) as StoredValue;
  }

  delete(key: string): Promise<void> {
    if (!this.texts.delete(key)) return Promise.resolve();
    return this.#append({ key });
  }

  list(prefix: string): Promise<readonly StoreEntry[]> {
    const entries = [...this.texts].filter(([key]) => key.startsWith(prefix));
    return Promise.resolve(
      entries.map(([key, text]): StoreEntry => [key, JSON.parse(text) as StoredValue]).sort(byKey),
    );
  }

  /** Closes the file when everything is written. */
  async close(): Promise<void> {
    await this.#written().catch(() => undefined);
    await this.file.close();
  }

  /** Resolves when all that was put is on the disk. */
  #written(): Promise<void> {
    if (!this.#isWriting) return Promise.resolve();
    return new Promise((done, failed) => this.#waiting.push({ text: '', done, failed }));
  }

  #append(line: Line): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ text: `${JSON.stringify(line)}\n`, done, failed });
      if (!this.#isWriting) void this.#write();
    });
  }

  /** After a write that failed nobody knows what the file holds: all that follow fail too, until it is opened again. */
  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#fault !== undefined) throw this.#fault;
        await this.file.appendFile(group.map(({ text }) => text).join(''));
        await this.file.datasync();
        for (const { done } of group) done();
      } catch (error) {
        this.#fault = error;
        for (const { failed } of group) failed(error);
      }
    }
    this.#isWriting = false;
  }
}

async function contentOf(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function read(
  content: string,
  name: string,
): { texts: Map<string, string>; lines: number; isWhole: boolean } {
  const texts = new Map<string, string>();
  const lines = content.split('\n');
  // Behind the last end of a line there is nothing, or what a crash left.
  const rest = lines.pop() ?? '';
  for (const [index, text] of lines.entries()) {
    const { key, value } = lineOf(text, `${name}, line ${index + 1}`);
    if (value === undefined) texts.delete(key);
    else texts.set(key, JSON.stringify(value));
  }
  return { texts, lines: lines.length, isWhole: rest === '' };
}

function lineOf(text: string, place: string): Line {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    if (typeof line?.key === 'string') return { key: line.key, value: line.value };
  } catch {
    // Said below, with the place.
  }
  throw new Error(`${place} is no entry of a store`);
}

/** Beside the file, and then in its place: a crash leaves the one or the other. */
async function writeAnew(name: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const temporary = `${name}.new`;
  const file = await open(temporary, 'w');
  try {
    const lines = [...texts].map(([key, text]) => `{"key":${JSON.stringify(key)},"value":${text}}\n`);
    await file.writeFile(lines.join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, name);
}

/** A file that was made or renamed is there after a crash only when its folder is on the disk. */
async function flushFolder(name: string): Promise<void> {
  const folder = await open(path.dirname(path.resolve(name)), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
