import type { BoundedLabels } from './bounded-labels';

/** Something for each combination of a metric's labels: those of listed values are there from the start. */
export class ByLabels<T> {
  private readonly known = new Map<string, T>();

  constructor(
    private readonly labels: BoundedLabels,
    private readonly make: (labels: Readonly<Record<string, string>>) => T,
  ) {
    for (const values of labels.combinations()) this.of(values);
  }

  of(values: readonly string[]): T {
    return this.known.get(keyOf(values)) ?? this.begin(values);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.known.values();
  }

  /** What is out of bounds is remembered under the name of the others alone. */
  private begin(values: readonly string[]): T {
    const labels = this.labels.of(values);
    const key = keyOf(Object.values(labels));
    const known = this.known.get(key) ?? this.make(labels);
    this.known.set(key, known);
    return known;
  }
}

const keyOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : values.join('\n');
