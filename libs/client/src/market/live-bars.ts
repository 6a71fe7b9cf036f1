import type { Bar, BarPrecision } from '@exchange/core/wire';
import type { ChartPorts } from './chart-ports';

/** Who follows the running bar of a market. */
export interface BarListener {
  readonly market: string;
  readonly precision: BarPrecision;
  tick(bar: Bar): void;
  /** Bars may have been missed: they are to be asked for again. */
  reset(): void;
}

type LivePorts = Pick<
  ChartPorts,
  'timers' | 'bars' | 'subscribe' | 'unSubscribe' | 'onBar' | 'onReconnect' | 'failed'
>;

/** A bar that isn't subscribed is asked for so often at most, when the subscribed one has changed. */
const ASK_MS = 2_000;
/** What fails is tried again after ASK_MS, then twice as long each time, and never longer than this. */
const RETRY_MS_MAX = 60_000;
const WEEK_S = 604_800;

/**
 * Running bars. Their packets don't say of which precision they are, so one precision of a market is subscribed, and
 * bars of others that somebody follows are asked for when it changes.
 */
export class LiveBars {
  readonly #listeners = new Map<string, BarListener>();
  readonly #subscribed = new Map<string, BarPrecision>();
  readonly #asked = new Set<string>();
  /** How often in a row each look or subscription has failed. */
  readonly #failures = new Map<string, number>();
  readonly #stops: (() => void)[];

  constructor(private readonly ports: LivePorts) {
    this.#stops = [
      ports.onBar((market, bar) => this.#heard(market, bar)),
      ports.onReconnect(() => {
        for (const { reset } of this.#listeners.values()) reset();
      }),
    ];
  }

  add(name: string, listener: BarListener): void {
    this.#listeners.set(name, listener);
    const { market, precision } = listener;
    if (this.#subscribed.has(market)) {
      if (this.#subscribed.get(market) !== precision) this.#ask(market, precision);
      return;
    }
    this.#subscribed.set(market, precision);
    this.ports.subscribe(market, `bars_${precision}`).then(
      () => this.#failures.delete(market),
      (error: unknown) => {
        this.#subscribed.delete(market);
        this.#failed(market, error, () => {
          this.ports.timers.after(this.#pauseMs(market), () => {
            const left = [...this.#listeners].find(([, other]) => other.market === market);
            if (left !== undefined && !this.#subscribed.has(market)) this.add(...left);
          });
        });
      },
    );
  }

  remove(name: string): void {
    const gone = this.#listeners.get(name);
    this.#listeners.delete(name);
    if (gone === undefined) return;
    const { market } = gone;
    const left = [...this.#listeners].filter(([, other]) => other.market === market);
    const precision = this.#subscribed.get(market);
    if (precision === undefined || left.some(([, other]) => other.precision === precision)) return;
    this.#subscribed.delete(market);
    // One of those that are left is subscribed now; without any the market is left.
    const unsubscribed = this.ports
      .unSubscribe(market, `bars_${precision}`)
      .catch((error: unknown) => this.ports.failed(error));
    const [next] = left;
    if (next !== undefined) void unsubscribed.then(() => this.#listeners.has(next[0]) && this.add(...next));
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const name of [...this.#listeners.keys()]) this.remove(name);
  }

  #heard(market: string, bar: Bar): void {
    const precision = this.#subscribed.get(market);
    const others = new Set<BarPrecision>();
    for (const listener of this.#listeners.values()) {
      if (listener.market !== market) continue;
      if (listener.precision === precision) listener.tick(bar);
      else others.add(listener.precision);
    }
    for (const other of others) this.#ask(market, other);
  }

  /** Asks for the running bar a little later, once for all that changes until then. */
  #ask(market: string, precision: BarPrecision): void {
    const key = `${market} ${precision}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    this.ports.timers.after(this.#pauseMs(key), () => {
      this.#asked.delete(key);
      this.#look(market, precision).then(
        () => this.#failures.delete(key),
        (error: unknown) => this.#failed(key, error, () => this.#ask(market, precision)),
      );
    });
  }

  /** Begins another try, later each time, and tells what went wrong. */
  #failed(key: string, error: unknown, again: () => void): void {
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
    again();
    this.ports.failed(error);
  }

  #pauseMs(key: string): number {
    const failures = this.#failures.get(key) ?? 0;
    return Math.min(RETRY_MS_MAX, ASK_MS * 2 ** Math.max(0, failures - 1));
  }

  async #look(market: string, precision: BarPrecision): Promise<void> {
    const to = Math.floor(this.ports.timers.now() / 1000) + WEEK_S;
    const followers = () =>
      [...this.#listeners.values()].filter((one) => one.market === market && one.precision === precision);
    if (followers().length === 0) return;
    const { bars } = await this.ports.bars(market, { precision, from: to - 2 * WEEK_S, to });
    const [newest] = bars;
    if (newest !== undefined) for (const follower of followers()) follower.tick(newest);
  }
}
