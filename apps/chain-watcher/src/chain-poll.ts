import { type Clock, type Log, type Prompts, repeat } from '@exchange/platform';
import type { ChainReader } from './scan/chain-reader';
import { DeepReorgError } from './scan/deep-reorg-error';
import type { KnownChain } from './scan/known-chain';
import type { Scan } from './scan/scan';
import { isOnlyBehind, scanChain } from './scan/scan-chain';
import { TokenSupplies } from './scan/token-supplies';

export interface ChainPollOptions {
  readonly reader: ChainReader;
  /** The turn's, which a poll only reads. */
  readonly known: KnownChain;
  readonly prompts: Prompts<Scan>;
  readonly clock: Clock;
  readonly log: Log;
  /** A node whose head is lower than known counts as behind for so long, then as rolled back. */
  readonly behindPatienceMs: number;
}

/** On a chain without new blocks, height and gas price are told again so often, for those who started since. */
const REPEAT_MS = 5_000;

/** Looks at the chain again and again. Polls never overlap. */
export class ChainPoll {
  #behindSince: number | undefined;
  #toldAt = -Infinity;

  readonly #supplies: TokenSupplies;

  constructor(private readonly options: ChainPollOptions) {
    const { reader, known, clock, log } = options;
    this.#supplies = new TokenSupplies(reader, known, clock, log);
  }

  /**
   * One look; what it finds is stored when it returns. True when there may be more to read at once. Throws
   * {@link DeepReorgError} when a final block is gone; any other error is the node's.
   */
  async poll(): Promise<boolean> {
    const { reader, known, prompts, clock } = this.options;
    const head = await reader.head();
    if (await this.#mayBeBehind(head)) return false;
    const scan = (await scanChain(reader, known, head)) ?? (await this.#nothingNew(head));
    if (!scan) return false;
    await prompts.commit({ ...scan, supplies: await this.#supplies.due() });
    this.#toldAt = clock.steady();
    return scan.head >= known.next;
  }

  /** Polls until `signal` is aborted; a failing node is tried again. Rejects with {@link DeepReorgError}. */
  async run(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.options;
    const failed = (error: unknown) => {
      if (error instanceof DeepReorgError) throw error;
      log.warn({ err: error }, 'the chain could not be read, trying again');
    };
    const poll = async () => ((await this.poll()) ? 0 : undefined);
    await repeat(poll, { everyMs: intervalMs, clock, signal, failed });
  }

  /** A look that found no block; undefined while the last one was told lately. */
  async #nothingNew(head: number): Promise<Scan | undefined> {
    const { reader, known, clock } = this.options;
    const { tip } = known;
    if (tip?.number !== head || clock.steady() - this.#toldAt < REPEAT_MS) return undefined;
    return { kind: 'scan', base: tip, blocks: [], head, gasPrice: await reader.gasPrice() };
  }

  async #mayBeBehind(head: number): Promise<boolean> {
    const { reader, known, clock, log, behindPatienceMs } = this.options;
    if (!(await isOnlyBehind(reader, known, head))) {
      this.#behindSince = undefined;
      return false;
    }
    this.#behindSince ??= clock.steady();
    if (clock.steady() - this.#behindSince < behindPatienceMs) return true;
    log.warn({ head, known: known.tip?.number }, 'the chain was rolled back');
    return false;
  }
}
