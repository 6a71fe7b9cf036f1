import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 250;

interface MadeTrade {
  readonly id: number;
  readonly takerPpm: number;
}

/** Trades of a market, one after the other, until it is told to end. */
export class DayTrades {
  /** What takers paid, in parts per million, in the order of the trades. */
  readonly takerPpms: number[] = [];
  /** The id of the newest trade. */
  newest = 0;
  #isOver = false;
  readonly #ended: Promise<void>;

  /** `trade`: makes one. */
  constructor(private readonly trade: () => Promise<MadeTrade>) {
    this.#ended = this.#run();
    this.#ended.catch(() => (this.#isOver = true));
  }

  /** Throws what an order was refused with. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  /** It has ended: something was refused, or it was told to. */
  get isOver(): boolean {
    return this.#isOver;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const { id, takerPpm } = await this.trade();
      this.newest = id;
      this.takerPpms.push(takerPpm);
      await sleep(EVERY_MS);
    }
  }
}
