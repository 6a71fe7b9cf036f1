import { describe, expect, it } from '@jest/globals';
import { METRICS, OTHER, type LabelValues, type MetricDefinition } from './index';

const labelsOf = ({ labels }: MetricDefinition) => Object.entries<LabelValues>(labels);

/** What a label may come to: the values that are listed, or as many as are allowed, and `other`. */
const sizeOf = (values: LabelValues): number => ('max' in values ? values.max : values.length) + 1;

describe('the catalogue of metrics', () => {
  it('has each name once, as Prometheus wants it', () => {
    const names = METRICS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, kind, unit } of METRICS) {
      expect(name).toMatch(/^[a-z]+(_[a-z0-9]+)+$/);
      expect(name.endsWith('_total')).toBe(kind === 'counter');
      if (unit === 'seconds') expect(name).toMatch(/_seconds(_total)?$/);
      if (unit === 'bytes') expect(name).toMatch(/_bytes(_total|_max)?$/);
    }
  });

  it('says of each what it is and who exports it', () => {
    for (const { help, services } of METRICS) {
      expect(help.length).toBeGreaterThan(10);
      expect(services.length).toBeGreaterThan(0);
    }
  });

  it('has buckets that rise', () => {
    for (const metric of METRICS) {
      if (metric.kind !== 'histogram') continue;
      expect(metric.buckets).toEqual([...new Set(metric.buckets)].sort((a, b) => a - b));
    }
  });

  it('names no account, address or order in a label, and bounds the series of each metric', () => {
    for (const metric of METRICS) {
      for (const [label, values] of labelsOf(metric)) {
        expect(label).not.toMatch(/account|address|order|user|client|session|connection$|trade|batch/);
        if (!('max' in values)) expect(values).not.toContain(OTHER);
      }
      const series = labelsOf(metric).reduce((product, [, values]) => product * sizeOf(values), 1);
      expect([metric.name, series]).toEqual([metric.name, Math.min(series, 10_000)]);
    }
  });
});
