import {
  type LabelValues,
  type MetricDefinition,
  METRICS,
  metricsOf,
  seriesOf,
} from '@exchange/contract/metrics';
import type { ProgramName } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import YAML from 'yaml';
import { type MetricSample, readMetrics } from '../../../apps/operator-gateway/src/sight/read-metrics';
import { DASHBOARDS, FOLDER, queriesOf } from '../../../tools/dashboards/src/dashboards';
import { seriesIn } from '../../../tools/kit/metrics/series-in';
import type { RunningExchange } from '../../kit/running-exchange';

const root = path.resolve(import.meta.dirname, '../../..');
const RULES = path.join(root, 'observability/rules');
/** What has no series while there is none of it. */
const MAYBE_ABSENT: ReadonlySet<string> = new Set(['market_spread_bps', 'log_reader_lag_messages']);

interface Page {
  readonly name: string;
  readonly app: ProgramName;
  readonly text: string;
  readonly samples: readonly MetricSample[];
}

/** Counted from 0 on, whatever happens: its labels are listed, or there are none. */
const isThereFromTheStart = ({ kind, labels }: MetricDefinition): boolean =>
  kind !== 'gauge' && Object.values<LabelValues>(labels).every((values) => !('max' in values));

const ownSamples = (metric: MetricDefinition, { samples }: Page) =>
  samples.filter(({ name }) => seriesOf(metric).includes(name));

/** What the metrics of a process lack of what the catalogue says; empty when it has all. */
function lacks(metric: MetricDefinition, page: Page): readonly string[] {
  // OpenMetrics has the type of a counter under its name without the ending of its samples.
  const family = metric.kind === 'counter' ? metric.name.replace(/_total$/, '') : metric.name;
  const wrong: string[] = [];
  if (!page.text.includes(`# TYPE ${family} ${metric.kind}\n`))
    wrong.push(`${metric.name} is no ${metric.kind} of ${page.name}`);
  const own = ownSamples(metric, page);
  if (own.length === 0 && isThereFromTheStart(metric))
    wrong.push(`${metric.name} is not there at ${page.name}`);
  const labels = [...Object.keys(metric.labels), 'service'].sort().join();
  for (const sample of own) {
    const given = Object.keys(sample.labels).filter((label) => label !== 'le');
    if (given.sort().join() !== labels)
      wrong.push(`${sample.name} has ${given.join()} at ${page.name}, not ${labels}`);
  }
  return wrong;
}

/** The expressions of all rules; `record`: under which name Prometheus keeps what one says. */
function rules(): readonly { readonly expr: string; readonly record?: string }[] {
  type Rules = { groups: readonly { rules: readonly { expr: string; record?: string }[] }[] };
  return readdirSync(RULES)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => YAML.parse(readFileSync(path.join(RULES, name), 'utf8')) as Rules)
    .flatMap(({ groups }) => groups.flatMap((group) => group.rules));
}

/** What the catalogue promises, on an exchange that has traded. */
export function exportedCases(exchange: RunningExchange): void {
  describe('the metrics of a running exchange', () => {
    const pages = () =>
      Promise.all(
        exchange.endpoints.processes.map(async ({ name, app, health }): Promise<Page> => {
          const text = await (await fetch(new URL('/metrics', health))).text();
          return { name, app: app as ProgramName, text, samples: readMetrics(text) };
        }),
      );

    it('are those of the catalogue, each with its kind and labels, at every process of its services', async () => {
      const shown = await pages();
      expect(shown.length).toBeGreaterThanOrEqual(10);
      const wrong = shown.flatMap((page) => metricsOf(page.app).flatMap((metric) => lacks(metric, page)));
      expect(wrong).toEqual([]);
      const nowhere = METRICS.filter((metric) =>
        shown.every((page) => ownSamples(metric, page).length === 0),
      );
      expect(nowhere.map(({ name }) => name).filter((name) => !MAYBE_ABSENT.has(name))).toEqual([]);
    });

    it('are all that dashboards and rules ask for', async () => {
      const exported = new Set((await pages()).flatMap(({ samples }) => samples.map(({ name }) => name)));
      const known = new Set(METRICS.flatMap(seriesOf));
      const recorded = new Set(rules().flatMap(({ record }) => record ?? []));
      const dashboards = DASHBOARDS.map(({ name }) =>
        readFileSync(path.join(root, FOLDER, `${name}.json`), 'utf8'),
      );
      const asked = [...dashboards.flatMap(queriesOf), ...rules().map(({ expr }) => expr)].flatMap(seriesIn);
      expect(asked.length).toBeGreaterThan(100);
      const missing = asked.filter(
        (name) => !recorded.has(name) && !(exported.has(name) || (known.has(name) && MAYBE_ABSENT.has(name))),
      );
      expect([...new Set(missing)]).toEqual([]);
    });
  });
}
