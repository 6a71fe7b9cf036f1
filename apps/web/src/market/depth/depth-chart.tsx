import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { palette } from '../../app/palette';
import { atMostEvery } from '../../exchange/pace';
import { text } from '../../text/en';
import { Canvas, type CanvasPlace } from '../../ui/canvas';
import { Notice } from '../../ui/notice';
import type { BookFeed } from '../book/book-feed';
import type { PageMarket } from '../page-market';
import { compact } from '../figures';
import { depthAt, type DepthCurve, depthCurve } from './depth-curve';
import { drawDepth, rateAtPlace } from './draw-depth';

interface DepthChartProps {
  readonly market: PageMarket;
  readonly feed: BookFeed;
}

const TOLD_MS = 1_000;

/** How much is offered up to which rate, of the lines that the book shows. */
export function DepthChart({ market, feed }: DepthChartProps): ReactNode {
  const unit = 10n ** BigInt(market.tradedDecimals);
  const [told, tell] = useState<string>();
  useEffect(() => {
    const say = () => tell(wordsOf(depthCurve(feed.rows, unit), market));
    const { ask: changed, stop } = atMostEvery(TOLD_MS, say);
    const unlisten = feed.listen({ changed, entered: say });
    say();
    return () => {
      stop();
      unlisten();
    };
  }, [feed, unit, market]);
  const follow = useCallback((ask: () => void) => feed.listen({ changed: ask, entered: ask }), [feed]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, { width, height, pointed }: CanvasPlace) => {
      const curve = depthCurve(feed.rows, unit);
      if (curve === undefined) return context.clearRect(0, 0, width, height);
      const isLive = feed.state.kind === 'live';
      drawDepth(context, { curve, width, height, palette: palette(), pointed: pointed?.x, isLive });
      if (pointed === undefined) return;
      const found = depthAt(curve, rateAtPlace(curve, pointed.x, width));
      if (found === undefined) return;
      const total = `${compact(found.total.toFixed(6))} ${market.traded}`;
      context.fillText(total, pointed.x + (pointed.x > width / 2 ? -6 : 6), 18);
    },
    [feed, unit, market.traded],
  );
  return (
    <div className="depth" role="img" aria-label={told ?? text.depth.none}>
      <Canvas className="depth-canvas" {...{ draw, follow }} />
      {told === undefined && <Notice title={text.depth.none} />}
    </div>
  );
}

/** The same in words, for those who don't see it. */
function wordsOf(curve: DepthCurve | undefined, { traded }: PageMarket): string | undefined {
  if (curve === undefined) return undefined;
  const of = (side: 'buy' | 'sell') =>
    `${compact((curve.sides[side].at(-1)?.total ?? 0).toFixed(6))} ${traded}`;
  return text.depth.words(of('buy'), of('sell'));
}
