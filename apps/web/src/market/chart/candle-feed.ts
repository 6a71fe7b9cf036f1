import { type ChartBar, ChartFeed, chartPorts, type ExchangeClient } from '@exchange/client';
import { atMostEvery } from '../../exchange/pace';
import type { ShownPrecision } from './precisions';

/** So many bars come with a request, which is what a wide chart shows twice. */
const BARS_AT_ONCE = 600;
const WEEK_S = 604_800;
/** Faster than this nobody sees the last bar move, and a chart that is drawn costs more than all the rest. */
const SHOWN_MS = 250;
const LISTENER = 'candles';

/** What a chart is told of its bars. */
export interface CandleListener {
  /** All that are known, oldest first: at first, after older ones came, and after the line was lost. */
  known(bars: readonly ChartBar[], how: 'anew' | 'older'): void;
  /** The last one changed, or new ones follow; oldest first. */
  newer(bars: readonly ChartBar[]): void;
  failed(reason: string): void;
}

/** The bars of a market in one precision, until it is closed. */
export class CandleFeed {
  #bars: readonly ChartBar[] = [];
  #hasOlder = true;
  #isAsking = false;
  #isClosed = false;
  #waiting = new Map<number, ChartBar>();
  readonly #feed: ChartFeed;
  readonly #paced = atMostEvery(SHOWN_MS, () => this.#tell());

  constructor(
    client: ExchangeClient,
    private readonly market: string,
    private readonly precision: ShownPrecision,
    private readonly listener: CandleListener,
  ) {
    this.#feed = new ChartFeed(chartPorts(client));
    const tick = (bar: ChartBar) => {
      this.#waiting.set(bar.time, bar);
      this.#paced.ask();
    };
    this.#feed.subscribeBars({ name: market }, precision.resolution, tick, LISTENER, () => this.#load());
    this.#load();
  }

  /** Asks for those before the oldest; nothing while that is done, or when there are none. */
  older(): void {
    const [oldest] = this.#bars;
    if (oldest === undefined || !this.#hasOlder || this.#isAsking) return;
    const end = Math.floor(oldest.time / 1_000);
    this.#ask(end, end, 'older');
  }

  close(): void {
    this.#isClosed = true;
    this.#paced.stop();
    this.#feed.close();
  }

  #load(): void {
    this.#hasOlder = true;
    const now = Math.floor(Date.now() / 1_000);
    // The clocks of the page and of the exchange may differ.
    this.#ask(now, now + WEEK_S, 'anew');
  }

  /** Those of so many intervals before `end`, and up to `to` (not included); Unix seconds. */
  #ask(end: number, to: number, how: 'anew' | 'older'): void {
    const { resolution, seconds } = this.precision;
    const from = Math.max(0, end - BARS_AT_ONCE * seconds);
    const period = { from, to, countBack: BARS_AT_ONCE };
    this.#isAsking = true;
    this.#feed.getBars(
      { name: this.market },
      resolution,
      period,
      (bars, { noData }) => {
        this.#isAsking = false;
        if (this.#isClosed) return;
        this.#hasOlder = !noData;
        this.#bars = how === 'anew' ? bars : [...bars, ...this.#bars];
        this.listener.known(this.#bars, how);
        this.#tell();
      },
      (reason) => {
        this.#isAsking = false;
        if (!this.#isClosed) this.listener.failed(reason);
      },
    );
  }

  /** Bars that came on the line; those that are older than the last one are known otherwise. */
  #tell(): void {
    if (this.#isAsking) return;
    const last = this.#bars.at(-1)?.time ?? 0;
    const newer = [...this.#waiting.values()].filter(({ time }) => time >= last).sort(byTime);
    this.#waiting = new Map();
    if (newer.length === 0) return;
    this.#bars = [...this.#bars.filter(({ time }) => time < (newer[0]?.time ?? 0)), ...newer];
    this.listener.newer(newer);
  }
}

const byTime = (a: ChartBar, b: ChartBar): number => a.time - b.time;
