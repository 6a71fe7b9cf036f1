import type { CounterDefinition, GaugeDefinition, HistogramDefinition } from '@exchange/contract/metrics';
import { DefectError, type ProgramName } from '@exchange/core/kernel';
import { Counter, Gauge, type OpenMetricsContentType, Registry } from 'prom-client';
import { BoundedLabels } from './bounded-labels';
import { Spread } from './spread';
import { Tallies } from './tallies';

/** The values of the labels, in the order of the definition, and what is measured for them. */
export type MeterReading = readonly [labels: readonly string[], value: number];

/** What a gauge shows now: one number, one for each combination of labels, or nothing. */
export type MeterReadings = number | undefined | Iterable<MeterReading>;

const MS_PER_S = 1_000;

/** What a process measures, of what the catalogue says that it exports, and where it is read. */
export class Meters {
  /** In the format that has exemplars, which Prometheus reads as well. */
  private readonly registry = new Registry<OpenMetricsContentType>();
  private readonly names = new Set<string>();

  /** `isOn`: else nothing is kept and nothing shown, at the cost of next to nothing. */
  constructor(
    private readonly service: ProgramName,
    readonly isOn = true,
  ) {
    this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    this.registry.setDefaultLabels({ service });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** The names of the metrics that were made. */
  get made(): ReadonlySet<string> {
    return this.names;
  }

  /** Everything as Prometheus reads it. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Counts that are plain numbers until they are read: those of listed labels are there as 0 from the start. */
  count<L extends string>(definition: CounterDefinition<L>): Tallies {
    const labels = new BoundedLabels(definition);
    const tallies = new Tallies(labels, this.isOn);
    const options = this.options(definition, labels);
    if (!this.isOn) return tallies;
    const counter: Counter = new Counter({
      ...options,
      collect: () => {
        counter.reset();
        for (const tally of tallies) counter.inc(tally.labels, tally.count);
      },
    });
    return tallies;
  }

  /** A gauge, or a counter that somebody else keeps: `read` is asked for it whenever the metrics are. */
  read<L extends string>(
    definition: GaugeDefinition<L> | CounterDefinition<L>,
    read: () => MeterReadings | Promise<MeterReadings>,
  ): void {
    const labels = new BoundedLabels(definition);
    const collect = async () => {
      const readings = await read();
      metric.reset();
      if (readings === undefined) {
        // Without labels a reset leaves a 0, and nothing is not 0.
        if (labels.names.length === 0) metric.remove();
        return;
      }
      for (const [values, value] of typeof readings === 'number' ? [[[], readings] as const] : readings)
        metric.inc(labels.of(values), value);
    };
    const options = { ...this.options(definition, labels), collect };
    if (!this.isOn) return;
    const metric: Gauge | Counter = definition.kind === 'gauge' ? new Gauge(options) : new Counter(options);
  }

  /** A histogram; those of listed labels are there from the start. */
  spread<L extends string>(definition: HistogramDefinition<L>): Spread {
    const labels = new BoundedLabels(definition);
    this.options(definition, labels);
    const spread = new Spread(definition, labels, this.isOn);
    if (this.isOn) spread.register(this.registry);
    return spread;
  }

  private options({ name, help, services }: CommonOptions, labels: BoundedLabels) {
    if (!services.includes(this.service)) throw new DefectError(`${name} is no metric of ${this.service}`);
    this.names.add(name);
    return { name, help, labelNames: [...labels.names], registers: [this.registry] };
  }
}

type CommonOptions = Pick<GaugeDefinition, 'name' | 'help' | 'services'>;

/** Seconds of milliseconds. */
export const inSeconds = (milliseconds: number): number => milliseconds / MS_PER_S;
