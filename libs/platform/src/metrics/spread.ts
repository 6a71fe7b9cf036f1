import type { HistogramDefinition } from '@exchange/contract/metrics';
import type { Metric, OpenMetricsContentType, Registry } from 'prom-client';
import type { BoundedLabels } from './bounded-labels';
import { ByLabels } from './by-labels';

/** One that was observed, by the trace in which it was. */
interface Exemplar {
  readonly labelSet: { readonly trace_id: string };
  readonly value: number;
  /** Unix seconds. */
  readonly timestamp: number;
}

/** What was observed for one combination of labels: numbers only, so that observing costs next to nothing. */
export class Buckets {
  readonly counts: number[];
  readonly exemplars: (Exemplar | undefined)[];
  sum = 0;
  count = 0;

  constructor(
    readonly labels: Readonly<Record<string, string>>,
    private readonly bounds: readonly number[],
  ) {
    this.counts = new Array<number>(bounds.length + 1).fill(0);
    this.exemplars = new Array<undefined>(bounds.length + 1).fill(undefined);
  }

  /** Takes a value in the unit of its metric; `traceId`: the kept trace in which it was observed, if there is one. */
  observe(value: number, traceId?: string): void {
    const { bounds } = this;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index += 1;
    this.counts[index] = (this.counts[index] ?? 0) + 1;
    this.sum += value;
    this.count += 1;
    if (traceId === undefined) return;
    this.exemplars[index] = { labelSet: { trace_id: traceId }, value, timestamp: Date.now() / 1_000 };
  }
}

/** The buckets of one histogram, by the values of its labels. */
export class Spread {
  private readonly buckets: ByLabels<Buckets>;
  /** For all values when nobody reads them. */
  private readonly unread: Buckets | undefined;

  constructor(
    private readonly definition: HistogramDefinition,
    labels: BoundedLabels,
    isRead = true,
  ) {
    this.unread = isRead ? undefined : new Buckets({}, []);
    this.buckets = new ByLabels(labels, (own) => new Buckets(own, definition.buckets));
  }

  /** The buckets of these values, in the order in which the definition has its labels. */
  of(...values: readonly string[]): Buckets {
    return this.unread ?? this.buckets.of(values);
  }

  /** Shows it to whoever asks a registry for its metrics. */
  register(registry: Registry<OpenMetricsContentType>): void {
    const { name, help } = this.definition;
    const get = () => ({ name, help, type: 'histogram', values: this.series(), aggregator: 'sum' });
    registry.registerMetric({ name, help, type: 'histogram', get } as unknown as Metric);
  }

  private series() {
    const { name } = this.definition;
    return [...this.buckets].flatMap((buckets) => {
      const { labels, sum, count } = buckets;
      return [
        ...this.bucketsOf(buckets),
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
  }

  private bucketsOf({ labels, counts, exemplars }: Buckets) {
    const bounds = [...this.definition.buckets.map(String), '+Inf'];
    let value = 0;
    return bounds.map((le, index) => {
      value += counts[index] ?? 0;
      const exemplar = exemplars[index];
      return {
        metricName: `${this.definition.name}_bucket`,
        labels: { le, ...labels },
        value,
        ...(exemplar && { exemplar }),
      };
    });
  }
}
