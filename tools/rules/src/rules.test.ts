import { describe, expect, it } from '@jest/globals';
import { METRICS, seriesOf } from '@exchange/contract/metrics';
import { ALARM_CODES, alarmOf, type ServiceName, SERVICES } from '@exchange/core/kernel';
import { readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import YAML from 'yaml';
import { seriesIn } from '../../kit/metrics/series-in';
import { ENDING } from './alarm-alerts';
import { MEMORY_LIMITS } from './alerts/process-alerts';
import { labelFaults } from './label-faults';
import { JOB } from './promql';
import { ALERTS, RULE_FILES } from './rule-files';
import { RUNBOOKS, writtenFiles } from './written-files';

const RECORDED = RULE_FILES.flatMap(({ recordings }) => recordings);
const EXPRESSIONS = [...ALERTS, ...RECORDED].map(({ expr }) => expr);
const MEASURED = new Set(METRICS.flatMap(seriesOf));
const KEPT = new Set(RECORDED.map(({ record }) => record));

it('the files are the rules as they are (else: node tools/run.mjs rules)', async () => {
  for (const [file, text] of await writtenFiles())
    expect([file, readFileSync(file, 'utf8')]).toEqual([file, text]);
});

describe('an alert', () => {
  it('has a name of its own, in lower case', () => {
    const names = ALERTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
  });

  it.each(ALERTS)('$name fires in an example, is silent before, and clears', ({ examples }) => {
    const minutes = (at: string) => Number(at.replace(/m$/, ''));
    const shown = examples.some(({ fires, silent }) => {
      const fired = fires.map(({ at }) => minutes(at));
      const quiet = silent.map(minutes);
      return (
        fired.length > 0 && Math.min(...quiet) < Math.min(...fired) && Math.max(...quiet) > Math.max(...fired)
      );
    });
    expect(shown).toBe(true);
  });

  it.each(ALERTS)('$name says in sentences what is so and what to do, and links a section', (alert) => {
    for (const text of [alert.summary, alert.act]) expect(text).toMatch(/^[A-Z{].*\.$/);
    const [page = '', section = ''] = alert.runbook.split('#');
    const slugger = new GithubSlugger();
    const headings = readFileSync(`${RUNBOOKS}/${page}`, 'utf8').match(/^#+ .+$/gm) ?? [];
    expect(headings.map((heading) => slugger.slug(heading.replace(/^#+ /, '')))).toContain(section);
  });
});

describe('alarms and alerts', () => {
  const told = ALERTS.flatMap(({ tellsOf = [] }) => tellsOf);

  it('are told of each other: every alarm has one alert', () => {
    expect([...told].sort()).toEqual([...ALARM_CODES].sort());
  });

  it('are as urgent as each other', () => {
    for (const { name, severity, tellsOf = [] } of ALERTS) {
      const severities = tellsOf.map((code) => alarmOf(code).severity);
      if (severities.length > 0)
        expect([name, severities.includes('page') ? 'page' : 'ticket']).toEqual([name, severity]);
    }
    expect(ENDING.length).toBeGreaterThan(0);
  });
});

describe('an expression', () => {
  it.each(EXPRESSIONS)('asks for what the catalogue or a recording has: %s', (expr) => {
    const unknown = seriesIn(expr).filter((name) => !MEASURED.has(name) && !KEPT.has(name));
    expect(unknown).toEqual([]);
    expect(labelFaults(expr)).toEqual([]);
  });

  it.each([
    ['sum by (market) (alarms_total{job="exchange"})', ['market is no label of alarms_total']],
    ['alarms_total{job="exchange", codes="x"}', ['alarms_total has no label codes']],
    ['turn_seconds_bucket{le="1", phase="commit"}', []],
    ['turn_seconds_count{le="1"}', ['turn_seconds_count has no label le']],
    ['slo:bad:rate5m{slo="x"}', []],
  ])('that names a label which is not there is told of: %s', (expr, faults) => {
    expect(labelFaults(expr)).toEqual(faults);
  });
});

it('every recording has an example with a value', () => {
  const shown = RULE_FILES.flatMap(({ recordingExamples }) =>
    recordingExamples.flatMap(({ values }) => Object.keys(values).map((query) => query.replace(/\{.*$/, ''))),
  );
  // The windows of an objective are made alike; a short and a long one are shown.
  const alike = /^slo:(bad:ratio_(30m|2h|6h|1d|3d)|bad:rate5m|events:rate5m)$/;
  expect([...KEPT].filter((record) => !shown.includes(record) && !alike.test(record))).toEqual([]);
});

it('the limits of memory are those of the manifests', () => {
  for (const [service, limit] of Object.entries(MEMORY_LIMITS) as [ServiceName, number][]) {
    const documents = YAML.parseAllDocuments(readFileSync(`k8s/base/${service}.yaml`, 'utf8'));
    const limits = /limits: *\{[^}]*memory: *(\d+)(Mi|Gi)/.exec(documents.map(String).join('\n')) ?? [];
    expect([service, Number(limits[1]) * (limits[2] === 'Gi' ? 1024 : 1)]).toEqual([service, limit]);
  }
});

describe('a configuration of Prometheus', () => {
  const [compose = '', kubernetes = ''] = ['compose', 'kubernetes'].map((name) =>
    readFileSync(`observability/prometheus-${name}.yml`, 'utf8'),
  );

  it.each([compose, kubernetes])('has the job and labels that rules select', (text) => {
    const { scrape_configs: jobs } = YAML.parse(text) as { scrape_configs: object[] };
    expect(jobs).toEqual([expect.objectContaining({ job_name: JOB, honor_labels: true })]);
    expect(text).toMatch(/labels: \{ service: |target_label: service$/m);
  });

  it('of compose asks every service', () => {
    const asked = [...compose.matchAll(/targets: \['([\w-]+):9100'\]\n\s+labels: \{ service: ([\w-]+) \}/g)];
    expect(asked.map(([, host]) => host).sort()).toEqual([...SERVICES].sort());
    expect(asked.map(([, , service]) => service)).toEqual(asked.map(([, host]) => host));
  });

  it.each([compose, kubernetes])('has room for what runs elsewhere, the remote signer', (text) => {
    const { scrape_configs: jobs } = YAML.parse(text) as { scrape_configs: object[] };
    expect(jobs).toMatchObject([{ file_sd_configs: [{ files: ['targets/*.yml'] }] }]);
  });
});
