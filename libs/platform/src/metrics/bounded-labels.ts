import { type MetricDefinition, OTHER } from '@exchange/contract/metrics';

/** Keeps the labels of one metric within what its definition allows, so that no series are made without end. */
export class BoundedLabels {
  readonly names: readonly string[];
  private readonly seen: ReadonlyMap<string, Set<string>>;

  constructor(private readonly definition: Pick<MetricDefinition, 'labels'>) {
    this.names = Object.keys(definition.labels);
    this.seen = new Map(this.names.map((name) => [name, new Set<string>()]));
  }

  /** The values by the names of their labels; `other` in place of one that is not listed, or is one too many. */
  of(values: readonly string[]): Record<string, string> {
    return Object.fromEntries(
      this.names.map((name, index) => [name, this.bounded(name, values[index] ?? '')]),
    );
  }

  /** Every combination of values, if all of them are listed; none else. */
  combinations(): readonly (readonly string[])[] {
    let combined: readonly (readonly string[])[] = [[]];
    for (const values of Object.values(this.definition.labels)) {
      if ('max' in values) return [];
      combined = combined.flatMap((before) => values.map((value) => [...before, value]));
    }
    return combined;
  }

  private bounded(name: string, value: string): string {
    const values = this.definition.labels[name as never] as MetricDefinition['labels'][string];
    if (!('max' in values)) return values.includes(value) ? value : OTHER;
    const seen = this.seen.get(name) ?? new Set();
    if (seen.has(value)) return value;
    if (seen.size >= values.max) return OTHER;
    seen.add(value);
    return value;
  }
}
