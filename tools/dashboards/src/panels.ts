import type { MetricDefinition } from '@exchange/contract/metrics';
import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { BigValueGraphMode, ReduceDataOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import type { PromQuery } from './query';

/** The data source that whoever looks chooses at the top of a dashboard. */
export const SOURCE = 'source';
const datasource = { type: 'prometheus', uid: `\${${SOURCE}}` };

/** Of Grafana's grid, which is 24 wide. */
const FIGURE = { width: 4, height: 4 };
const GRAPH = { width: 8, height: 8 };

/** How Grafana writes numbers. */
export type NumberStyle = 's' | 'bytes' | 'ops' | 'short' | 'percentunit' | 'dateTimeFromNow';

interface Parts {
  readonly title: string;
  readonly shown?: NumberStyle;
  /** What one must know to read it; by default what the catalogue says of the metric. */
  readonly tells?: string | Pick<MetricDefinition, 'help'>;
}

/** One line of a graph for each series of a query, and what it is called: `{{label}}` stands for the label's value. */
export interface GraphLine {
  readonly query: PromQuery;
  readonly called?: string;
}

/** Grafana calls the first query of a panel A. */
const refId = (at: number): string => String.fromCharCode('A'.charCodeAt(0) + at);

const target = ({ query, called }: GraphLine, at = 0): Builder<Dataquery> => {
  const builder = new DataqueryBuilder().refId(refId(at)).datasource(datasource).expr(query);
  return called === undefined ? builder : builder.legendFormat(called);
};

const textOf = (tells: Parts['tells']): string =>
  tells === undefined ? '' : typeof tells === 'string' ? tells : tells.help;

/** Lines over time. */
export function graph(
  { title, shown = 'short', tells }: Parts,
  ...lines: readonly GraphLine[]
): Builder<Panel> {
  const builder = new TimeseriesBuilder()
    .title(title)
    .description(textOf(tells))
    .datasource(datasource)
    .unit(shown)
    .span(GRAPH.width)
    .height(GRAPH.height)
    .fillOpacity(5);
  for (const [at, line] of lines.entries()) builder.withTarget(target(line, at));
  return builder;
}

/** From which value on a figure is red, or below which. */
export type Bad = { readonly from: number } | { readonly below: number };

const thresholds = (bad: Bad | undefined) => {
  const steps = (low: string, high: string, value: number) => [
    { value: null, color: low },
    { value, color: high },
  ];
  const drawn =
    bad === undefined
      ? [{ value: null, color: 'text' }]
      : 'from' in bad
        ? steps('green', 'red', bad.from)
        : steps('red', 'green', bad.below);
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(drawn);
};

/** The number of now, large, with a line behind it of how it was. */
export function figure(
  { title, shown = 'short', tells, bad }: Parts & { readonly bad?: Bad },
  query: PromQuery,
) {
  return new StatBuilder()
    .title(title)
    .description(textOf(tells))
    .datasource(datasource)
    .unit(shown)
    .span(FIGURE.width)
    .height(FIGURE.height)
    .graphMode(BigValueGraphMode.Area)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .thresholds(thresholds(bad))
    .withTarget(target({ query }));
}
