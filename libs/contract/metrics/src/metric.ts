import type { ProgramName } from '@exchange/core/kernel';

export type MetricUnit =
  | 'seconds'
  | 'bytes'
  | 'wei'
  | 'messages'
  | 'basis points'
  | 'blocks'
  | 'whole tokens'
  | 'smallest units';

/** Values that a label takes from the running exchange: what they are, and how many there may be. */
export interface LabelBound {
  readonly of: string;
  readonly max: number;
}

/** All values of a label, or what bounds them. What is neither listed nor within the bound is measured as `other`. */
export type LabelValues = readonly string[] | LabelBound;

/** In place of a label's value that is one too many, or that nobody listed. */
export const OTHER = 'other';

interface Definition<L extends string> {
  /** As Prometheus knows it; of a counter it ends in `_total`. */
  readonly name: string;
  readonly help: string;
  readonly unit?: MetricUnit;
  /** In the order in which their values are given; never an account, an address or the id of an order. */
  readonly labels: Readonly<Record<L, LabelValues>>;
  /** Who exports it. */
  readonly services: readonly ProgramName[];
}

/** What only rises while the process lives. */
export interface CounterDefinition<L extends string = string> extends Definition<L> {
  readonly kind: 'counter';
}

/** What is read from the state when it is asked for. */
export interface GaugeDefinition<L extends string = string> extends Definition<L> {
  readonly kind: 'gauge';
}

/** How often which sizes or durations were met. */
export interface HistogramDefinition<L extends string = string> extends Definition<L> {
  readonly kind: 'histogram';
  /** Upper bounds, rising, in its unit. */
  readonly buckets: readonly number[];
}

export type MetricDefinition<L extends string = string> =
  | CounterDefinition<L>
  | GaugeDefinition<L>
  | HistogramDefinition<L>;

/** Defines a counter. */
export const counter = <L extends string = never>(
  definition: Omit<CounterDefinition<L>, 'kind'>,
): CounterDefinition<L> => ({ kind: 'counter', ...definition });

/** Defines a gauge. */
export const gauge = <L extends string = never>(
  definition: Omit<GaugeDefinition<L>, 'kind'>,
): GaugeDefinition<L> => ({ kind: 'gauge', ...definition });

/** Defines a histogram. */
export const histogram = <L extends string = never>(
  definition: Omit<HistogramDefinition<L>, 'kind'>,
): HistogramDefinition<L> => ({ kind: 'histogram', ...definition });
