import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DataFolder } from './data-folder';

const FOLDER = 'chain';
/** The chain's program reads it when it begins and writes it when it is asked to end. */
const WHOLE = 'state.json';
/** What is saved while it runs. */
const SAVED = 'saved.json.gz';
const ANSWER_MS_MAX = 30_000;

/** The number of the newest block in a state; undefined when the state is none, for example cut short. */
export function newestBlock(state: string): number | undefined {
  try {
    const { best_block_number: number } = JSON.parse(state) as { best_block_number?: unknown };
    return typeof number === 'number' ? number : undefined;
  } catch {
    // Half a file is what a kill leaves of one that was being written.
    return undefined;
  }
}

function unzipped(file: string): string {
  // Written as a whole, so one that can't be unzipped is a broken disk.
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString() : '';
}

/**
 * The state of a development chain on disk. Its program overwrites its file in place, so one that is killed meanwhile
 * leaves half a state; here each state replaces the last one as a whole.
 */
export class ChainState {
  readonly #folder: string;

  constructor(folder: DataFolder) {
    this.#folder = folder.file(FOLDER);
  }

  /** Where the program finds its state and leaves it at its end. */
  get file(): string {
    return path.join(this.#folder, WHOLE);
  }

  /** Where the program may keep what doesn't fit its memory. */
  get cache(): string {
    return path.join(this.#folder, 'cache');
  }

  /** Begins a chain without blocks. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Puts the newest state in place, before each start of the program. */
  prepare(): void {
    mkdirSync(this.#folder, { recursive: true });
    const left = existsSync(this.file) ? newestBlock(readFileSync(this.file, 'utf8')) : undefined;
    const text = unzipped(this.#saved);
    const saved = newestBlock(text);
    if (saved !== undefined && (left === undefined || left < saved)) {
      const draft = `${this.file}.new`;
      writeFileSync(draft, text);
      renameSync(draft, this.file);
    } else if (left === undefined) {
      rmSync(this.file, { force: true });
    }
  }

  /** Saves the state of the chain that answers at the address. Throws if it can't be asked. */
  async save(url: string): Promise<void> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_dumpState', params: [] });
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const { result } = (await response.json()) as { result?: unknown };
    if (typeof result !== 'string') throw new Error(`the chain at ${url} doesn't tell its state`);
    const draft = `${this.#saved}.new`;
    await writeFile(draft, Buffer.from(result.slice(2), 'hex'));
    renameSync(draft, this.#saved);
  }

  get #saved(): string {
    return path.join(this.#folder, SAVED);
  }
}
