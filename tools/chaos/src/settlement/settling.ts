import type { Say } from '../../../kit/command-line/say';
import { databaseOf } from '../../../kit/running/record-place';
import type { LaunchedExchange } from '../../../kit/running/launched-exchange';
import { TradeCount } from './trade-count';
import type { TransactionStorm } from './transaction-storm';

/** Batches that were lost wait until their time is over, and that is final. */
const SETTLED_MS_MAX = 180_000;
/** So many trades more are waited for a kind of harm that has not been done yet. */
const TRADES_MORE = 1_000;

/** Settlement in a storm of transactions: how far it is, and what became of it. */
export class Settling {
  readonly #trades: TradeCount;
  readonly #storm: TransactionStorm;
  readonly #wanted: number;

  private constructor(trades: TradeCount, storm: TransactionStorm, wanted: number) {
    this.#trades = trades;
    this.#storm = storm;
    this.#wanted = wanted;
  }

  /** `wanted`: how many trades are to be made in it. */
  static async watch(
    { endpoints, folder }: LaunchedExchange,
    storm: TransactionStorm,
    wanted: number,
  ): Promise<Settling> {
    const { rpc, contract } = endpoints;
    return new Settling(
      await TradeCount.watch(databaseOf(process.env, folder), rpc, contract),
      storm,
      wanted,
    );
  }

  /** Whether so many trades are made, and each kind of harm was done. */
  get isEnough(): boolean {
    const { made } = this.#trades;
    return made >= this.#wanted && (this.#storm.neverDone.length === 0 || made >= this.#wanted + TRADES_MORE);
  }

  progress(): string {
    return this.#trades.progress();
  }

  /** Nothing more is done to transactions. */
  async calm(): Promise<void> {
    await this.#storm.calm();
  }

  /**
   * Waits until the contract has settled all that was traded, but not too long, and says what was done and what came of it.
   * @returns whether each trade was settled exactly once, and each kind of harm was done
   */
  async isSettledOnce(say: Say): Promise<boolean> {
    say(this.#storm.summary());
    const took = await this.#trades.untilAllSettled(SETTLED_MS_MAX).then(
      (ms) => `the last ${(ms / 1000).toFixed(1)} s after all was calm`,
      (error: unknown) => String(error),
    );
    say(`${this.progress()}; ${took}`);
    const differences = await this.#trades.differences();
    for (const line of differences) say(`  ${line}`);
    say(differences.length === 0 ? 'each trade settled exactly once' : 'SETTLED OTHERWISE THAN TRADED');
    const { neverDone } = this.#storm;
    if (neverDone.length > 0) say(`NEVER DONE: ${neverDone.join(', ')}`);
    return differences.length === 0 && neverDone.length === 0;
  }

  async close(): Promise<void> {
    await this.#trades.close();
  }
}
