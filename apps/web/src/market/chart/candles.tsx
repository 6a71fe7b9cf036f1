import type { ChartBar } from '@exchange/client';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { palette } from '../../app/palette';
import { theme } from '../../app/theme';
import { atMostEvery } from '../../exchange/pace';
import { useCell, useExchange } from '../../exchange/use-exchange';
import { text } from '../../text/en';
import { Notice } from '../../ui/notice';
import { tokens } from '../figures';
import type { PageMarket } from '../page-market';
import { CandleFeed } from './candle-feed';
import { CandlePicture } from './candle-picture';
import { exactTime, rateDecimals } from './chart-words';
import { fillMarks } from './own-fills';
import type { ShownPrecision } from './precisions';
import { steer } from './steer';
import { useOwnFills } from './use-own-fills';

interface CandlesProps {
  readonly market: PageMarket;
  readonly precision: ShownPrecision;
}

type CandleState =
  | { readonly kind: 'loading' | 'known' | 'empty' }
  | { readonly kind: 'failed'; readonly reason: string };

const LEGEND_MS = 200;

/** The candles of a market in one precision, with volume; older ones come while one scrolls back. */
export function Candles({
  market: { id: market, traded, tradedDecimals },
  precision,
}: CandlesProps): ReactNode {
  const { client, connection, config } = useExchange();
  const line = useCell(connection);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<CandlePicture>(undefined);
  const [state, enter] = useState<CandleState>({ kind: 'loading' });
  const [shown, show] = useState<ChartBar>();
  const [times, setTimes] = useState<readonly number[]>([]);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (frame.current === null) return;
    let bars: readonly ChartBar[] = [];
    let pointedAt: number | undefined;
    const legend = atMostEvery(LEGEND_MS, () =>
      show(bars.find(({ time }) => time === pointedAt) ?? bars.at(-1)),
    );
    const drawn = new CandlePicture(frame.current, palette(), {
      pointed(time) {
        pointedAt = time;
        legend.ask();
      },
      nearStart: () => feed.older(),
    });
    picture.current = drawn;
    const unthemed = theme.subscribe(() => {
      drawn.paint(palette());
      drawn.show(bars, 'older');
    });
    enter({ kind: 'loading' });
    const feed = new CandleFeed(client, market, precision, {
      known(all, how) {
        bars = all;
        drawn.show(all, how);
        setTimes(all.map(({ time }) => time));
        enter({ kind: all.length === 0 ? 'empty' : 'known' });
        show(all.at(-1));
      },
      newer(newer) {
        const from = newer[0]?.time ?? 0;
        bars = [...bars.filter(({ time }) => time < from), ...newer];
        for (const bar of newer) drawn.follow(bar);
        setTimes((known) => (known.at(-1) === bars.at(-1)?.time ? known : bars.map(({ time }) => time)));
        enter((before) => (before.kind === 'known' ? before : { kind: 'known' }));
        legend.ask();
      },
      failed: (reason) => enter({ kind: 'failed', reason }),
    });
    return () => {
      unthemed();
      legend.stop();
      feed.close();
      drawn.remove();
    };
  }, [client, market, precision, tries]);

  const fills = useOwnFills(times[0]);
  const marks = useMemo(
    () => fillMarks(fills, market, times, precision.seconds),
    [fills, market, times, precision],
  );
  useEffect(() => picture.current?.mark(marks), [marks]);

  const isLive = line.kind === 'ready' || line.kind === 'draining';
  const demoBefore = config.demoBarsBefore ?? 0;
  const own = marks
    .filter(({ time }) => time === shown?.time)
    .map(({ side, amount }) => text.chart.own(side, `${tokens(amount, tradedDecimals)} ${traded}`));
  const isDemo = shown !== undefined && shown.time < demoBefore;
  const words =
    shown === undefined
      ? ''
      : [legendText(shown), ...own, ...(isDemo ? [text.chart.demoBar] : [])].join('  ');
  return (
    <div className="candles" data-state={isLive ? 'live' : 'stale'}>
      <p className="legend">{words}</p>
      <div
        className="candle-frame"
        ref={frame}
        role="img"
        tabIndex={0}
        aria-label={text.chart.label(market, precision.name, words)}
        onKeyDown={(event) => steer(event, picture.current)}
      />
      {demoBefore > 0 && <p className="demo-bars">{text.chart.demoBars(exactTime(demoBefore / 1_000))}</p>}
      <p className="attribution">
        {text.chart.drawnBy}{' '}
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {text.chart.drawingCode}
        </a>
      </p>
      {state.kind === 'loading' && <Notice title={text.chart.loading} />}
      {state.kind === 'empty' && <Notice title={text.chart.empty} />}
      {state.kind === 'failed' && (
        <Notice title={text.chart.failed} hint={state.reason}>
          <button type="button" onClick={() => setTries(tries + 1)}>
            {text.app.again}
          </button>
        </Notice>
      )}
      {!isLive && state.kind === 'known' && (
        <p className="stale" role="status">
          {text.chart.stale}
        </p>
      )}
    </div>
  );
}

function legendText({ time, open, high, low, close, volume }: ChartBar): string {
  const [o, h, l, c] = [open, high, low, close].map((rate) => rate.toFixed(rateDecimals(rate)));
  return text.chart.legend({ time: exactTime(time / 1_000), o, h, l, c, volume: volume.toPrecision(4) });
}
