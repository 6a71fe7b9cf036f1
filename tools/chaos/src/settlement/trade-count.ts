import { setTimeout as delay } from 'node:timers/promises';
import { decodeEvent, exchangeInterface } from '@exchange/contract/chain';
import { publicTradeId, tradeId } from '@exchange/core/kernel';
import type { JsonRpcProvider } from 'ethers';
import { openChain } from '../../../kit/chain/open-chain';
import { RecordReader } from '../../../kit/running/moment';
import { until } from '../../../kit/until';

const LOOK_MS = 1_000;
/** So long nothing new has come when all is said to be over: an order's trade comes a moment after its answer. */
const STILL_MS = 2_000;
const SHOWN_MAX = 20;

/** A trade of the ledger, or one that was settled, as the public calls it. */
type PublicId = string;

/**
 * Trades as the ledger has made them, against those that the contract says it settled. The events are read while they
 * come, since a development node forgets old ones; final blocks only, so that none is read that is undone.
 */
export class TradeCount {
  readonly #record: RecordReader;
  readonly #provider: JsonRpcProvider;
  readonly #contract: string;
  /** How often each was settled. */
  readonly #settled = new Map<PublicId, number>();
  #nextBlock = 0;
  #made = 0;
  /** Trades that settlement-service doesn't have as final yet. */
  #open = 0;
  #watching: Promise<void> | undefined;
  #ended = false;

  private constructor(record: RecordReader, provider: JsonRpcProvider, contract: string) {
    this.#record = record;
    this.#provider = provider;
    this.#contract = contract;
  }

  /** Looks again and again from now on. `database`: as the auditor. `rpc`: the node itself, with nothing between. */
  static async watch(database: string, rpc: string, contract: string): Promise<TradeCount> {
    const provider = await openChain(rpc);
    const trades = new TradeCount(await RecordReader.open(database), provider, contract);
    trades.#watching = trades.#watch();
    // Told when it is waited for.
    trades.#watching.catch(() => undefined);
    return trades;
  }

  /** How many the ledger has. */
  get made(): number {
    return this.#made;
  }

  /** How far it is, in words. */
  progress(): string {
    return `${this.#made} trades, ${this.#settled.size} of them settled in final blocks`;
  }

  /** Waits until nothing is under way. @returns how long that took, ms; rejects after `timeoutMs` */
  async untilAllSettled(timeoutMs: number): Promise<number> {
    await this.#endWatch();
    const from = performance.now();
    let last = { made: -1, at: from };
    const ask = async () => {
      await this.#look();
      const isSettled = this.#open === 0 && this.#settled.size >= this.#made;
      if (!isSettled || last.made !== this.#made)
        last = { made: isSettled ? this.#made : -1, at: performance.now() };
      return performance.now() - last.at >= STILL_MS ? last.at - from : undefined;
    };
    const failure = () => `not all is settled ${timeoutMs / 1000} s after the last fault`;
    return until(ask, { everyMs: LOOK_MS / 4, timeoutMs, failure });
  }

  /** What isn't there exactly once, in lines; empty when every trade was settled, and none twice. */
  async differences(): Promise<string[]> {
    const rows = await this.#rows<{ id: PublicId }>(
      'SELECT DISTINCT trade_id::text AS id FROM account_service.user_trade',
    );
    return settledDifferences(new Set(rows.map(({ id }) => id)), this.#settled).slice(0, SHOWN_MAX);
  }

  async close(): Promise<void> {
    await this.#endWatch().catch(() => undefined);
    this.#provider.destroy();
    await this.#record.close();
  }

  async #watch(): Promise<void> {
    while (!this.#ended) {
      await this.#look();
      await delay(LOOK_MS);
    }
  }

  async #endWatch(): Promise<void> {
    this.#ended = true;
    await this.#watching;
  }

  async #look(): Promise<void> {
    const [row] = await this.#rows<{ made: string; open: string; final: string | null }>(
      `SELECT (SELECT count(DISTINCT trade_id) FROM account_service.user_trade) AS made,
         (SELECT count(*) FROM settlement_service.trade_legs) AS open,
         (SELECT max(number) FROM chain_watcher.blocks WHERE final) AS final`,
    );
    this.#made = Number(row?.made);
    this.#open = Number(row?.open);
    if (row?.final != null) await this.#read(Number(row.final));
  }

  async #read(toBlock: number): Promise<void> {
    if (toBlock < this.#nextBlock) return;
    const topics = [exchangeInterface.getEvent('TradeSettled')?.topicHash ?? null];
    const range = { fromBlock: this.#nextBlock, toBlock };
    for (const log of await this.#provider.getLogs({ address: this.#contract, topics, ...range })) {
      const event = decodeEvent(log);
      if (event?.kind !== 'TradeSettled') continue;
      const id = String(publicTradeId(tradeId(Number(event.tradeId))));
      this.#settled.set(id, (this.#settled.get(id) ?? 0) + 1);
    }
    this.#nextBlock = toBlock + 1;
  }

  #rows<R extends object>(sql: string): Promise<R[]> {
    return this.#record.atOneMoment((record) => record.rows<R>(sql));
  }
}

/** `made`: of the ledger; `settled`: how often the contract says it settled each. */
export function settledDifferences(
  made: ReadonlySet<PublicId>,
  settled: ReadonlyMap<PublicId, number>,
): string[] {
  const missing = [...made].filter((id) => !settled.has(id)).map((id) => `trade ${id} was never settled`);
  const wrong = [...settled].flatMap(([id, times]) => [
    ...(times === 1 ? [] : [`trade ${id} was settled ${times} times`]),
    ...(made.has(id) ? [] : [`trade ${id} was settled, and the ledger has none of that id`]),
  ]);
  return [...missing, ...wrong];
}
