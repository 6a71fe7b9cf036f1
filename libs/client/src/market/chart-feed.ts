import type { Bar, BarPrecision, ListedMarket } from '@exchange/core/wire';
import type { ChartPorts } from './chart-ports';
import { LiveBars } from './live-bars';

/** A bar as charts take it: its opening in Unix ms. */
export interface ChartBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** What a chart is told of a market. */
export interface ChartSymbol {
  readonly name: string;
  readonly ticker: string;
  readonly description: string;
  readonly type: string;
  readonly session: string;
  readonly timezone: string;
  readonly exchange: string;
  readonly listed_exchange: string;
  readonly format: 'price';
  readonly minmov: number;
  readonly pricescale: number;
  readonly has_intraday: boolean;
  readonly supported_resolutions: readonly string[];
  readonly volume_precision: number;
  readonly data_status: 'streaming';
}

/** Which bars a chart wants, Unix seconds; `to` is not included. */
export interface ChartPeriod {
  readonly from: number;
  readonly to: number;
  /** So many at least, also from before `from`. */
  readonly countBack: number;
}

/** Names of resolutions as charts have them (minutes, days, weeks), and the precisions that they are. */
const PRECISIONS = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '180': '3h',
  '360': '6h',
  '720': '12h',
  '1D': '1d',
  '1W': '1w',
} as const satisfies Readonly<Record<string, BarPrecision>>;
/** Charts say `D` and `W`, too. */
const SHORT_NAMES: Readonly<Record<string, string>> = { D: '1D', W: '1W' };
const RESOLUTIONS = Object.keys(PRECISIONS);
/** Rates have at most 8 decimals. */
const PRICE_SCALE = 10 ** 8;
const VOLUME_DECIMALS = 8;
const FIRST_SECOND = 0;

/** The market data of charts, in the shape of the datafeed interface of TradingView's library. */
export class ChartFeed {
  readonly #live: LiveBars;

  constructor(private readonly ports: ChartPorts) {
    this.#live = new LiveBars(ports);
  }

  onReady(ready: (configuration: { readonly supported_resolutions: readonly string[] }) => void): void {
    // Charts rely on hearing of it after the call.
    this.ports.timers.after(0, () => ready({ supported_resolutions: RESOLUTIONS }));
  }

  searchSymbols(
    input: string,
    _exchange: string,
    _type: string,
    found: (
      symbols: readonly { symbol: string; description: string; exchange: string; type: string }[],
    ) => void,
  ): void {
    const wanted = input.toUpperCase();
    const markets = Object.entries(this.ports.markets()).filter(([market]) =>
      market.toUpperCase().includes(wanted),
    );
    found(
      markets.map(([symbol, { traded, quote }]) => ({
        ...{ symbol, description: `${traded}/${quote}`, exchange: this.ports.exchange(), type: 'crypto' },
      })),
    );
  }

  resolveSymbol(
    name: string,
    resolved: (symbol: ChartSymbol) => void,
    failed: (reason: string) => void,
  ): void {
    const market = this.ports.markets()[name];
    this.ports.timers.after(0, () => {
      if (market === undefined) failed(`${name} is not listed`);
      else resolved(this.#symbolOf(name, market));
    });
  }

  /** Oldest first; `noData` when there is none in the period nor before it. */
  getBars(
    { name }: Pick<ChartSymbol, 'name'>,
    resolution: string,
    period: ChartPeriod,
    got: (bars: ChartBar[], meta: { readonly noData: boolean }) => void,
    failed: (reason: string) => void,
  ): void {
    const precision = precisionOf(resolution);
    if (precision === undefined) {
      failed(`there is no resolution ${resolution}; try one of ${RESOLUTIONS.join(', ')}`);
      return;
    }
    this.#barsBack(name, precision, period).then(
      (bars) => got(bars.reverse().map(chartBar), { noData: bars.length === 0 }),
      (error: unknown) => failed(String(error)),
    );
  }

  subscribeBars(
    { name }: Pick<ChartSymbol, 'name'>,
    resolution: string,
    tick: (bar: ChartBar) => void,
    listener: string,
    reset: () => void,
  ): void {
    const precision = precisionOf(resolution);
    if (precision !== undefined)
      this.#live.add(listener, { market: name, precision, tick: (bar) => tick(chartBar(bar)), reset });
  }

  unsubscribeBars(listener: string): void {
    this.#live.remove(listener);
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#live.close();
  }

  /** Newest first: all of the period, and from before it until there are enough, or none is older. */
  async #barsBack(market: string, precision: BarPrecision, period: ChartPeriod): Promise<Bar[]> {
    const bars: Bar[] = [];
    let to = period.to - 1;
    let from = period.from;
    while (to >= FIRST_SECOND) {
      const page = await this.ports.bars(market, {
        precision,
        from: Math.max(FIRST_SECOND, Math.min(from, to)),
        to,
      });
      bars.push(...page.bars);
      const oldest = page.bars.at(-1);
      if (page.last || (from <= FIRST_SECOND && oldest === undefined)) break;
      if (oldest !== undefined) to = Math.ceil(oldest.time / 1000) - 1;
      else to = from - 1;
      const isWhole = to < period.from || oldest === undefined;
      if (isWhole && bars.length >= period.countBack) break;
      // Nothing in a stretch says nothing of what was before it.
      if (isWhole) from = FIRST_SECOND;
    }
    return bars;
  }

  #symbolOf(name: string, { traded, quote }: Pick<ListedMarket, 'traded' | 'quote'>): ChartSymbol {
    const exchange = this.ports.exchange();
    return {
      ...{ name, ticker: name, description: `${traded}/${quote}`, type: 'crypto' },
      ...{ session: '24x7', timezone: 'Etc/UTC', exchange, listed_exchange: exchange, format: 'price' },
      ...{ minmov: 1, pricescale: PRICE_SCALE, has_intraday: true, supported_resolutions: RESOLUTIONS },
      ...{ volume_precision: VOLUME_DECIMALS, data_status: 'streaming' },
    };
  }
}

const precisionOf = (resolution: string): BarPrecision | undefined =>
  Object.entries(PRECISIONS).find(([name]) => name === (SHORT_NAMES[resolution] ?? resolution))?.[1];

const chartBar = ({ time, open, high, low, close, volume }: Bar): ChartBar => ({
  ...{ time, open, high, low, close, volume },
});
