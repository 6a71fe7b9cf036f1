import { type ReactNode, useState } from 'react';
import { text } from '../../text/en';
import { Choice } from '../../ui/choice';
import { lazyPart } from '../../ui/lazy-part';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import type { BookFeed } from '../book/book-feed';
import { DepthChart } from '../depth/depth-chart';
import type { PageMarket } from '../page-market';
import { FIRST_PRECISION, PRECISIONS, type ShownPrecision } from './precisions';

/** The chart's library weighs as much as the rest of the page: book and trades are there before it. */
const Candles = lazyPart(
  async () => (await import('./candles')).Candles,
  <Notice title={text.chart.loading} />,
);

const KINDS = ['candles', 'depth'] as const;
const NAMES = PRECISIONS.map(({ name }) => [name, text.chart.precisions[name]] as const);

interface ChartPanelProps {
  readonly market: PageMarket;
  readonly feed: BookFeed | undefined;
}

/** A market over time, or what is offered in it now. */
export function ChartPanel({ market, feed }: ChartPanelProps): ReactNode {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('candles');
  const [precision, setPrecision] = useState<ShownPrecision>(FIRST_PRECISION);
  const tools = (
    <>
      {kind === 'candles' && (
        <Choice
          {...{ label: text.chart.precision, hint: text.chart.precisionHint, options: NAMES }}
          value={precision.name}
          choose={(wanted) => setPrecision(PRECISIONS.find(({ name }) => name === wanted) ?? FIRST_PRECISION)}
        />
      )}
      <div className="segments" role="group" aria-label={text.chart.which}>
        {KINDS.map((each) => (
          <button type="button" key={each} aria-pressed={each === kind} onClick={() => setKind(each)}>
            {text.chart[each]}
          </button>
        ))}
      </div>
    </>
  );
  return (
    <Panel title={text.chart.title} area="chart" tools={tools}>
      {kind === 'candles' ? (
        <Candles market={market} precision={precision} key={`${market.id} ${precision.name}`} />
      ) : (
        feed !== undefined && <DepthChart market={market} feed={feed} />
      )}
    </Panel>
  );
}
