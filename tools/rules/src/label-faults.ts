import { type MetricDefinition, METRICS, seriesOf } from '@exchange/contract/metrics';
import { TARGET_LABELS } from './promql';

const SELECTOR = /([a-zA-Z_][a-zA-Z0-9_:]*)\{([^}]*)\}/g;
const LABEL = /([a-zA-Z_]+)\s*(?:=~|!~|!=|=)/g;
const GROUPING = /\b(?:by|on) \(([^)]*)\)/g;
/** Labels that recordings of objectives have. */
const OF_OBJECTIVES = ['slo'];

const metricOf = (name: string): MetricDefinition | undefined =>
  METRICS.find((metric) => seriesOf(metric).includes(name));

/** Every label that a series has; those of a recording are the objective's. */
function labelsOf(name: string): readonly string[] {
  const own = Object.keys(metricOf(name)?.labels ?? {});
  return [
    ...TARGET_LABELS,
    ...own,
    ...(name.endsWith('_bucket') ? ['le'] : []),
    ...(name.includes(':') ? OF_OBJECTIVES : []),
  ];
}

/** What is wrong with the labels of an expression: matchers and groupings that no series in it has. */
export function labelFaults(expr: string): readonly string[] {
  const selectors = [...expr.matchAll(SELECTOR)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(LABEL)].map(([, label = '']) => label),
  }));
  const matched = selectors.flatMap(({ name, labels }) =>
    labels.filter((label) => !labelsOf(name).includes(label)).map((label) => `${name} has no label ${label}`),
  );
  const names = [...new Set(selectors.map(({ name }) => name))];
  const known = new Set([
    ...TARGET_LABELS,
    ...names.flatMap(labelsOf),
    ...(expr.includes('slo:') ? OF_OBJECTIVES : []),
  ]);
  const grouped = [...expr.matchAll(GROUPING)]
    .flatMap(([, labels = '']) => labels.split(',').map((label) => label.trim()))
    .filter((label) => label !== '' && !known.has(label))
    .map((label) => `${label} is no label of ${names.join(', ')}`);
  return [...matched, ...grouped];
}
