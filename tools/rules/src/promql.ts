import type { HistogramDefinition, MetricDefinition } from '@exchange/contract/metrics';

/** An expression of PromQL. */
export type Expression = string;

/** The job under which a Prometheus scrapes the exchange: other jobs have metrics of the same names. */
export const JOB = 'exchange';

/** What every target is told apart by, beside the labels of the metric itself. */
export const TARGET_LABELS = ['job', 'service', 'instance'] as const;

/** What a label must say: a text, one of several, or none of several. */
export type Wanted = string | { readonly anyOf: readonly string[] } | { readonly noneOf: readonly string[] };

type Where<L extends string> = Partial<Readonly<Record<L | 'service' | 'instance', Wanted>>>;

function matcher(label: string, wanted: Wanted): string {
  if (typeof wanted === 'string') return `${label}="${wanted}"`;
  return 'anyOf' in wanted
    ? `${label}=~"${wanted.anyOf.join('|')}"`
    : `${label}!~"${wanted.noneOf.join('|')}"`;
}

function selector(name: string, where: Readonly<Record<string, Wanted | undefined>>): Expression {
  const matchers = Object.entries(where).map(([label, wanted]) => wanted && matcher(label, wanted));
  return `${name}{${[matcher('job', JOB), ...matchers.filter(Boolean)].join(', ')}}`;
}

/** The series of a metric, of the exchange's own processes. */
export const series = <L extends string>({ name }: MetricDefinition<L>, where: Where<L> = {}): Expression =>
  selector(name, where);

/** How many a histogram counted. */
export const countOf = <L extends string>(
  { name }: HistogramDefinition<L>,
  where: Where<L> = {},
): Expression => selector(`${name}_count`, where);

/** How many a histogram counted in each of its buckets. */
export const bucketsOf = <L extends string>(
  { name }: HistogramDefinition<L>,
  where: Where<L> = {},
): Expression => selector(`${name}_bucket`, where);

/**
 * How many of a histogram were at most so much, which must be a bound of its buckets. Prometheus 3 writes whole bounds as 600.0,
 * versions before as they are told.
 */
export function atMost<L extends string>(
  bound: number,
  { name, buckets }: HistogramDefinition<L>,
  where: Where<L> = {},
): Expression {
  if (!buckets.includes(bound)) throw new RangeError(`${name} has no bucket up to ${bound}`);
  const le = Number.isInteger(bound) ? { anyOf: [`${bound}`, `${bound}[.]0`] } : `${bound}`;
  return selector(`${name}_bucket`, { ...(where as Readonly<Record<string, Wanted>>), le });
}

/** Whether a target answered, as Prometheus itself notes it. */
export const up = (where: Where<never> = {}): Expression => selector('up', where);

/** Below what such a share of what a histogram counted in the last five minutes lies. */
export const quantile = <L extends string>(
  share: number,
  histogram: HistogramDefinition<L>,
  by: readonly (L | 'service')[] = [],
  where: Where<L> = {},
): Expression =>
  `histogram_quantile(${share}, sum by (${['le', ...by].join(', ')}) (rate(${bucketsOf(histogram, where)}[5m])))`;

/** The seconds of a time as PromQL writes it, such as `5m` or `3d`. */
export function secondsOf(duration: string): number {
  const [, number = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 }[unit];
  if (seconds === undefined) throw new RangeError(`${duration} is no time`);
  return Number(number) * seconds;
}
