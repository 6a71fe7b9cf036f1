import type { ChartBar } from '@exchange/client';
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Palette } from '../../app/palette';
import type { FillMark } from './own-fills';
import { axisTime, exactTime, rateFormat } from './chart-words';

/** What is told to whoever has the picture. */
export interface PictureEvents {
  /** The bar under the pointer, by its time in Unix ms; undefined when there is none. */
  pointed(time: number | undefined): void;
  /** Its left end is near. */
  nearStart(): void;
}

/** Bars before the first that is seen, from which on older ones are asked for. */
const NEAR_START_BARS = 80;
const VOLUME_OPACITY = '55';
const VOLUME_SHARE = { top: 0.82, bottom: 0 };
const RATE_SHARE = { top: 0.06, bottom: 0.22 };

const timeOf = ({ time }: Pick<ChartBar, 'time'>): UTCTimestamp => Math.floor(time / 1_000) as UTCTimestamp;

/** Candles with their volume, drawn by lightweight-charts. */
export class CandlePicture {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #fills: ISeriesMarkersPluginApi<Time>;
  #marks: readonly FillMark[] = [];
  #palette: Palette;

  constructor(frame: HTMLElement, palette: Palette, events: PictureEvents) {
    this.#palette = palette;
    this.#chart = createChart(frame, {
      autoSize: true,
      // Its logo comes with a style sheet that the policy refuses; the same is said as text below the chart.
      layout: { attributionLogo: false, fontSize: 11 },
      localization: { timeFormatter: (time: Time) => exactTime(Number(time)) },
      timeScale: {
        ...{ timeVisible: true, rightOffset: 4, barSpacing: 8, borderVisible: false },
        tickMarkFormatter: (time: Time) => axisTime(Number(time)),
      },
      rightPriceScale: { borderVisible: false, scaleMargins: RATE_SHARE },
    });
    this.#candles = this.#chart.addSeries(CandlestickSeries, { priceLineStyle: 2 });
    this.#fills = createSeriesMarkers(this.#candles, []);
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      ...{ priceScaleId: 'volume', priceFormat: { type: 'volume' }, lastValueVisible: false },
      priceLineVisible: false,
    });
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: VOLUME_SHARE });
    this.#chart.subscribeCrosshairMove(({ time }: MouseEventParams) =>
      events.pointed(time === undefined ? undefined : Number(time) * 1_000),
    );
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && range.from < NEAR_START_BARS) events.nearStart();
    });
    this.paint(palette);
  }

  /** Shows it in these colours. */
  paint(palette: Palette): void {
    this.#palette = palette;
    const grid = { color: palette.line };
    this.#chart.applyOptions({
      layout: { background: { color: palette.panel }, textColor: palette.muted, fontFamily: palette.figures },
      grid: { vertLines: grid, horzLines: grid },
      crosshair: { vertLine: { color: palette.muted }, horzLine: { color: palette.muted } },
    });
    // Rising ones are hollow, falling ones full: the colour says it again.
    this.#candles.applyOptions({
      ...{ upColor: palette.panel, borderUpColor: palette.buy, wickUpColor: palette.buy },
      // A hollow one has no colour of its own for the line of the last rate.
      priceLineColor: palette.muted,
      ...{ downColor: palette.sell, borderDownColor: palette.sell, wickDownColor: palette.sell },
    });
    this.mark(this.#marks);
  }

  /** Shows these bars instead of those before. `anew`: with the newest in sight. */
  show(bars: readonly ChartBar[], how: 'anew' | 'older'): void {
    const last = bars.at(-1);
    if (last !== undefined) this.#candles.applyOptions({ priceFormat: rateFormat(last.close) });
    const before = this.#chart.timeScale().getVisibleLogicalRange();
    const countBefore = this.#candles.data().length;
    this.#candles.setData(bars.map((bar) => ({ ...bar, time: timeOf(bar) })));
    this.#volume.setData(bars.map((bar) => this.#volumeOf(bar)));
    if (how === 'anew') this.#chart.timeScale().scrollToRealTime();
    else if (before !== null) {
      const added = bars.length - countBefore;
      this.#chart.timeScale().setVisibleLogicalRange({ from: before.from + added, to: before.to + added });
    }
  }

  /** Changes the last bar, or follows it by a new one. */
  follow(bar: ChartBar): void {
    this.#candles.update({ ...bar, time: timeOf(bar) });
    this.#volume.update(this.#volumeOf(bar));
  }

  /** Marks own fills: what was bought by an arrow up below its bar, what was sold by one down above it. */
  mark(marks: readonly FillMark[]): void {
    this.#marks = marks;
    this.#fills.setMarkers(
      marks.map((mark) => ({
        time: timeOf(mark),
        color: this.#palette.accent,
        ...(mark.side === 'buy'
          ? { position: 'belowBar', shape: 'arrowUp' }
          : { position: 'aboveBar', shape: 'arrowDown' }),
      })),
    );
  }

  /** Moves by so many bars, to the past where negative. */
  move(bars: number): void {
    const scale = this.#chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() + bars, false);
  }

  /** Shows bars wider or narrower. */
  zoom(factor: number): void {
    const scale = this.#chart.timeScale();
    scale.applyOptions({ barSpacing: Math.min(60, Math.max(2, scale.options().barSpacing * factor)) });
  }

  remove(): void {
    this.#chart.remove();
  }

  #volumeOf(bar: ChartBar) {
    const colour = bar.close >= bar.open ? this.#palette.buy : this.#palette.sell;
    return { time: timeOf(bar), value: bar.volume, color: `${colour}${VOLUME_OPACITY}` };
  }
}
