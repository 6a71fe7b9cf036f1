import type { CounterDefinition, GaugeDefinition, HistogramDefinition } from '@exchange/contract/metrics';

/** Labels that every series has: the service, and the process of it that was asked. */
type Everywhere = 'service' | 'instance';

/** What a label must say: a text, one of several, or anything else than a text. */
type Wanted = string | { readonly anyOf: readonly string[] } | { readonly not: string };

/** Which series are taken, and by which labels they stay apart when they are put together. */
export interface Selection<L extends string> {
  readonly where?: Partial<Readonly<Record<L | Everywhere, Wanted>>>;
  readonly by?: readonly (L | Everywhere)[];
}

/** An expression of PromQL. */
export type PromQuery = string;

/** As long as Grafana finds right for the scrape interval and the zoom. */
const WINDOW = '[$__rate_interval]';

function selector(name: string, where: Readonly<Record<string, Wanted | undefined>> = {}): PromQuery {
  const matchers = Object.entries(where).flatMap(([label, wanted]) => {
    if (wanted === undefined) return [];
    if (typeof wanted === 'string') return [`${label}="${wanted}"`];
    return 'not' in wanted ? [`${label}!="${wanted.not}"`] : [`${label}=~"${wanted.anyOf.join('|')}"`];
  });
  return matchers.length === 0 ? name : `${name}{${matchers.join(', ')}}`;
}

const together = (by: readonly string[], query: PromQuery, how = 'sum'): PromQuery =>
  by.length === 0 ? `${how}(${query})` : `${how} by (${by.join(', ')}) (${query})`;

/** What a counter rises by each second. */
export const perSecond = <L extends string>(
  { name }: CounterDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, `rate(${selector(name, where)}${WINDOW})`);

/** What a counter rose by over a window of the graph. */
export const risen = <L extends string>(
  { name }: CounterDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, `increase(${selector(name, where)}${WINDOW})`);

/** Below what such a share of what a histogram counted lies. */
export const within = <L extends string>(
  share: number,
  { name }: HistogramDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery =>
  `histogram_quantile(${share}, ${together(['le', ...by], `rate(${selector(`${name}_bucket`, where)}${WINDOW})`)})`;

/** How much a histogram counted each second. */
export const counted = <L extends string>(
  { name }: HistogramDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, `rate(${selector(`${name}_count`, where)}${WINDOW})`);

/** A gauge of all processes that show it, added up. */
export const sum = <L extends string>(
  { name }: GaugeDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, selector(name, where));

/** The highest of a gauge: the one that is worst off, or the one that knows. */
export const most = <L extends string>(
  { name }: GaugeDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, selector(name, where), 'max');

/** The lowest of a gauge. */
export const least = <L extends string>(
  { name }: GaugeDefinition<L>,
  { where, by = [] }: Selection<NoInfer<L>> = {},
): PromQuery => together(by, selector(name, where), 'min');

/** One by another; nothing where the other is 0. */
export const ratio = (one: PromQuery, other: PromQuery): PromQuery => `${one} / (${other} > 0)`;

/** How many series have this value; 0 when none has. */
export const howMany = (value: number, query: PromQuery): PromQuery =>
  `count(${query} == ${value}) or vector(0)`;

/** What Prometheus says of its own: whether a process answered, and which alerts fire. */
export const ofPrometheus = {
  up: 'up{job="exchange"}',
  firing: 'ALERTS{alertstate="firing"}',
} as const;
