import type { HistogramDefinition, MetricDefinition } from '@exchange/contract/metrics';

/** One sample of the text format of Prometheus, or of OpenMetrics. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/;
/** What OpenMetrics adds to a sample: a trace in which it was so. */
const EXEMPLAR = / # \{.*$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

const numberOf = (text: string): number =>
  text === '+Inf' ? Infinity : text === '-Inf' ? -Infinity : Number(text);

/** The samples of a page of metrics; lines that are none are left out. */
export const readMetrics = (page: string): readonly MetricSample[] =>
  page.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line.replace(EXEMPLAR, '')) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, unescaped(text)]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: numberOf(value) }];
  });

/** The sum of all samples of a metric whose labels fit; undefined when there is none. */
export function sumOf(
  samples: readonly MetricSample[],
  { name: wanted }: Pick<MetricDefinition, 'name'>,
  fits: (labels: MetricSample['labels']) => boolean = () => true,
): number | undefined {
  const values = samples.filter(({ name, labels }) => name === wanted && fits(labels));
  return values.length === 0 ? undefined : values.reduce((sum, { value }) => sum + value, 0);
}

/**
 * Below which value a share of what a histogram counted between two readings lies: the bound of its bucket, so rather too high.
 * Undefined when nothing was counted.
 */
export function quantileOf(
  before: readonly MetricSample[],
  after: readonly MetricSample[],
  { name }: Pick<HistogramDefinition, 'name'>,
  share: number,
): number | undefined {
  const counts = new Map<number, number>();
  const add = (samples: readonly MetricSample[], sign: 1 | -1) => {
    for (const { name: of, labels, value } of samples) {
      if (of !== `${name}_bucket`) continue;
      const bound = numberOf(labels['le'] ?? '');
      counts.set(bound, (counts.get(bound) ?? 0) + sign * value);
    }
  };
  add(before, -1);
  add(after, 1);
  const all = counts.get(Infinity) ?? 0;
  if (all <= 0) return undefined;
  return [...counts].sort(([a], [b]) => a - b).find(([, count]) => count >= share * all)?.[0];
}
