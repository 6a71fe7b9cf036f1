import type { Finality } from '@exchange/contract/chain';
import { type Clock, inLinkedSpan, type Log, type Prompts, repeat } from '@exchange/platform';
import type { BatchTraces } from './scan/batch-traces';
import type { ChainReader } from './scan/chain-reader';
import { DeepReorgError } from './scan/deep-reorg-error';
import type { KnownChain } from './scan/known-chain';
import type { Scan } from './scan/scan';
import { isOnlyBehind, scanChain } from './scan/scan-chain';
import { TokenSupplies } from './scan/token-supplies';
import type { AwaitedWithdrawals } from './withdrawals/awaited-withdrawals';
import { confirmAbsence, MissedWithdrawalError, overdueWithdrawals } from './withdrawals/overdue-withdrawals';
import { withdrawalKey } from './withdrawals/withdrawal-rows';

export interface ChainPollOptions {
  readonly reader: ChainReader;
  /** The turn's, which a poll only reads. */
  readonly known: KnownChain;
  readonly prompts: Prompts<Scan>;
  readonly clock: Clock;
  readonly log: Log;
  /** The turn's, too. */
  readonly awaited: AwaitedWithdrawals;
  readonly traces: BatchTraces;
  /** Known as soon as the chain is. */
  readonly finality: () => Finality;
  /** A chain that can't be read, or is behind what is known, is waited for so long before that is said. */
  readonly patienceMs: number;
}

/** What polls found last. */
export interface PollFigures {
  /** Undefined before the first look. */
  readonly head: number | undefined;
  readonly blocksBehind: number;
  /** Since all was read that there was. */
  readonly quietMs: number;
}

/** On a chain without new blocks, height and gas price are told again so often, for those who started since. */
const REPEAT_MS = 5_000;

/** Blocks that may be there and not be read, as after a start. */
const BEHIND_BLOCKS_MAX = 64;

/** Looks at the chain again and again. Polls never overlap. */
export class ChainPoll {
  /** The last look that took all there was, or the start. */
  #lookedAt: number;
  #blocksBehind = 0;
  #head: number | undefined;
  #toldAt = -Infinity;

  readonly #supplies: TokenSupplies;

  constructor(private readonly options: ChainPollOptions) {
    const { reader, known, clock, log } = options;
    this.#supplies = new TokenSupplies(reader, known, clock, log);
    this.#lookedAt = clock.steady();
  }

  /** How far the chain is, and how far it is read. */
  get figures(): PollFigures {
    const quietMs = this.options.clock.steady() - this.#lookedAt;
    return { head: this.#head, blocksBehind: Math.max(0, this.#blocksBehind), quietMs };
  }

  /** Whether readers know nearly all that the chain has; else what keeps them from it. */
  get upToDate(): true | string {
    const { clock, patienceMs } = this.options;
    const quietMs = clock.steady() - this.#lookedAt;
    if (quietMs > patienceMs) return `not read for ${Math.floor(quietMs / 1_000)} s`;
    return this.#blocksBehind <= BEHIND_BLOCKS_MAX || `${this.#blocksBehind} blocks to read`;
  }

  /**
   * One look; what it finds is stored when it returns. True when there may be more to read at once. Throws
   * {@link DeepReorgError} when a final block is gone, and {@link MissedWithdrawalError} when the contract paid what no
   * block shows; any other error is the nodes'.
   */
  async poll(): Promise<boolean> {
    const { reader, known, clock, finality } = this.options;
    const head = await reader.head();
    this.#head = head;
    // No chain loses blocks without getting others: it is never taken for rolled back.
    if (await isOnlyBehind(reader, known, head)) return false;
    const scan = (await scanChain(reader, known, head, finality())) ?? (await this.#nothingNew(head));
    if (scan) await this.#tell(scan);
    this.#blocksBehind = head + 1 - known.next;
    this.#lookedAt = clock.steady();
    return scan !== undefined && this.#blocksBehind > 0;
  }

  async #tell(scan: Scan): Promise<void> {
    const { reader, known, awaited, prompts, clock, traces } = this.options;
    const overdue = overdueWithdrawals(awaited, known, scan);
    await confirmAbsence(reader, overdue, scan);
    const absent = overdue.map(withdrawalKey);
    const signal = { ...scan, absent, supplies: await this.#supplies.due() };
    const about = { 'blocks.new': scan.blocks.length, 'blocks.final_up_to': scan.finalUpTo };
    await inLinkedSpan('blocks', traces.of(scan, known), about, () => prompts.commit(signal));
    this.#toldAt = clock.steady();
  }

  /** Polls until `signal` is aborted; failing nodes are tried again. Rejects with what no retry can mend, see {@link poll}. */
  async run(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.options;
    const failed = (error: unknown) => {
      if (error instanceof DeepReorgError || error instanceof MissedWithdrawalError) throw error;
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
    return { kind: 'scan', base: tip, blocks: [], finalUpTo: -1, head, gasPrice: await reader.gasPrice() };
  }
}
