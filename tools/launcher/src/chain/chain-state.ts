import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { askChain } from '../../../kit/chain/ask-chain';
import type { DataFolder } from '../settings/data-folder';

const FOLDER = 'chain';
/** The chain's program reads it when it begins and writes it when it is asked to end. */
const WHOLE = 'state.json';
/** What is saved while it runs. */
const SAVED = 'saved.json.gz';
/** Transactions, receipts and logs of so long are kept; the exchange asks for the newest few. */
const KEPT_MS = 300_000;
const BLOCK_MS = 1_000;

/** So many blocks on top of one make it final for the exchange. */
export const CONFIRMATIONS = 2;

/**
 * So many blocks at the beginning stay for ever: the first is what a chain is known by, and the one of the contract's
 * deployment, which is the first thing that happens on a new chain, is what the services know it by.
 */
const FIRST_BLOCKS = 64;

/** What this file knows of a state as the chain's program writes it. */
interface Written {
  readonly best_block_number: number;
  readonly blocks: readonly { readonly header: { readonly number: string } }[];
  readonly transactions: readonly { readonly block_number: number }[];
}

/** Undefined when the text is no state, for example cut short. */
function parse(text: string): Written | undefined {
  try {
    const state = JSON.parse(text) as Partial<Written>;
    return typeof state.best_block_number === 'number' ? (state as Written) : undefined;
  } catch {
    // Half a file is what a kill leaves of one that was being written.
    return undefined;
  }
}

/** The number of the newest block in a state; undefined when it is none. */
export const newestBlock = (state: string): number | undefined => parse(state)?.best_block_number;

const numberOf = ({ header }: Written['blocks'][number]): number => Number(header.number);

/** Without the blocks before `oldest`, except for the first ones. */
function since(oldest: number, state: Written): Written {
  const keeps = (block: number) => block < FIRST_BLOCKS || block >= oldest;
  return {
    ...state,
    blocks: state.blocks.filter((block) => keeps(numberOf(block))),
    transactions: state.transactions.filter(({ block_number }) => keeps(block_number)),
  };
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
  #oldest = 0;
  #savedBlock = 0;

  /** `blockMs`: between two blocks. */
  constructor(
    folder: DataFolder,
    readonly blockMs = BLOCK_MS,
  ) {
    this.#folder = folder.file(FOLDER);
  }

  /** Of so many blocks everything is kept. */
  get blocksKept(): number {
    return Math.ceil(KEPT_MS / this.blockMs);
  }

  /** Where the program finds its state and leaves it at its end. */
  get file(): string {
    return path.join(this.#folder, WHOLE);
  }

  /** Begins a chain without blocks. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The oldest block that was there when the program was started, apart from the first ones. */
  get oldest(): number {
    return this.#oldest;
  }

  /** Up to which block a chain that is killed now is there again. */
  get savedBlock(): number {
    return this.#savedBlock;
  }

  /** Puts the newest state in place, with the newest blocks of it, before each start of the program. */
  prepare(): void {
    mkdirSync(this.#folder, { recursive: true });
    // Earlier releases kept gigabytes of old states there.
    rmSync(path.join(this.#folder, 'cache'), { recursive: true, force: true });
    const left = existsSync(this.file) ? parse(readFileSync(this.file, 'utf8')) : undefined;
    const saved = parse(unzipped(this.#saved));
    const isNewer = saved !== undefined && (left?.best_block_number ?? -1) < saved.best_block_number;
    const newest = isNewer ? saved : left;
    this.#savedBlock = newest?.best_block_number ?? 0;
    this.#oldest = Math.max(this.#savedBlock - this.blocksKept, 0);
    if (newest === undefined) {
      rmSync(this.file, { force: true });
      return;
    }
    const draft = `${this.file}.new`;
    writeFileSync(draft, JSON.stringify(since(this.#oldest, newest)));
    renameSync(draft, this.file);
  }

  /** Saves the state of the chain that answers at the address. Throws if it can't be asked. */
  async save(url: string): Promise<void> {
    const newest = Number(await askChain(url, 'eth_blockNumber'));
    const state = await askChain(url, 'anvil_dumpState');
    const draft = `${this.#saved}.new`;
    await writeFile(draft, Buffer.from(state.slice(2), 'hex'));
    renameSync(draft, this.#saved);
    this.#savedBlock = newest;
  }

  get #saved(): string {
    return path.join(this.#folder, SAVED);
  }
}
