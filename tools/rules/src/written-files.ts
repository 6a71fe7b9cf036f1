import YAML from 'yaml';
import type { Alert, AlertExample, Recording, RuleFile } from './alert';
import { JOB } from './promql';
import { RULE_FILES } from './rule-files';
import { formatted } from '../../kit/formatted';

const RULES = 'observability/rules';
const OPERATOR = 'k8s/components/prometheus-operator/rules.yaml';
const MADE_BY = 'Made by `node tools/run.mjs rules`';
/** How often rules are evaluated. */
const INTERVAL = '30s';
/** Examples of objectives last for days. */
const EXAMPLE_INTERVALS: Readonly<Record<string, string>> = { objectives: '10m' };
/** The pages that an address of a runbook starts at; it is relative to the root of the repository. */
export const RUNBOOKS = 'docs/runbooks';

const annotationsOf = ({ summary, act, runbook }: Alert) => ({
  summary,
  first: act,
  runbook_url: `${RUNBOOKS}/${runbook}`,
});

const alertRule = (alert: Alert) => ({
  alert: alert.name,
  expr: alert.expr,
  ...(alert.lasting === undefined ? {} : { for: alert.lasting }),
  labels: { severity: alert.severity },
  annotations: annotationsOf(alert),
});

const recordingRule = ({ record, expr, labels }: Recording) => ({
  record,
  expr,
  ...(labels ? { labels } : {}),
});

const groupOf = ({ name, recordings, alerts }: RuleFile) => ({
  name: `${JOB}-${name}`,
  interval: INTERVAL,
  rules: [...recordings.map(recordingRule), ...alerts.map(alertRule)],
});

/** The summary as Prometheus fills it in. */
function filled(summary: string, labels: Readonly<Record<string, string>>, value = ''): string {
  return summary
    .replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
    .replace(/\{\{ \$value[^}]*\}\}/g, value);
}

const inputSeries = (series: AlertExample['series']) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

function alertTests(alert: Alert, { fires, silent }: AlertExample) {
  const times = [...new Set(fires.map(({ at }) => at))];
  const expected = ({ labels, value }: AlertExample['fires'][number]) => ({
    exp_labels: { severity: alert.severity, ...labels },
    exp_annotations: { ...annotationsOf(alert), summary: filled(alert.summary, labels, value) },
  });
  return [
    ...times.map((time) => ({
      eval_time: time,
      alertname: alert.name,
      exp_alerts: fires.filter(({ at }) => at === time).map(expected),
    })),
    ...silent.map((time) => ({ eval_time: time, alertname: alert.name, exp_alerts: [] })),
  ];
}

type Played = readonly (readonly [Alert, AlertExample])[];

const played = (examples: Played) => ({
  interval: '1m',
  input_series: inputSeries(joined(examples.map(([, { series }]) => series))),
  alert_rule_test: examples.flatMap(([alert, example]) => alertTests(alert, example)),
});

/** The series of all; what several have must be the same. */
function joined(all: readonly AlertExample['series'][]): AlertExample['series'] {
  const entries = all.flatMap((series) => Object.entries(series));
  const series = Object.fromEntries(entries);
  const torn = entries.find(([name, values]) => series[name] !== values);
  if (torn) throw new Error(`${torn[0]} differs between examples that are played together`);
  return series;
}

function playsOf({ alerts, playedTogether = false }: RuleFile): readonly Played[] {
  if (!playedTogether)
    return alerts.flatMap((alert) => alert.examples.map((example) => [[alert, example]] as const));
  const rounds = Math.max(...alerts.map(({ examples }) => examples.length));
  return Array.from({ length: rounds }, (_, round) =>
    alerts.flatMap((alert) =>
      alert.examples.slice(round, round + 1).map((example) => [alert, example] as const),
    ),
  );
}

/** Values are compared to the last bit, so they are rounded on both sides. */
const ROUNDED = { to: '0.000001', digits: 6 };

const recordingTest = ({ series, at, values }: RuleFile['recordingExamples'][number]) => ({
  interval: '1m',
  input_series: inputSeries(series),
  promql_expr_test: Object.entries(values).map(([query, value]) => ({
    expr: `round(sum(${query}), ${ROUNDED.to})`,
    eval_time: at,
    exp_samples: [{ labels: '{}', value: Number(value.toFixed(ROUNDED.digits)) }],
  })),
});

const testsOf = (file: RuleFile) => ({
  rule_files: [`../${file.name}.yml`],
  evaluation_interval: EXAMPLE_INTERVALS[file.name] ?? '1m',
  tests: [...file.recordingExamples.map(recordingTest), ...playsOf(file).map(played)],
});

/** The same for an operator of Prometheus on Kubernetes. */
const operatorRules = () => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: JOB },
  spec: { groups: RULE_FILES.map(groupOf) },
});

async function written(path: string, about: string, content: object): Promise<readonly [string, string]> {
  const text = YAML.stringify(content, { lineWidth: 0 });
  return [path, await formatted(path, `# ${about}\n# ${MADE_BY}.\n${text}`)];
}

/** Every file that is made of the rules: its path, and its text. */
export const writtenFiles = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await Promise.all([
      ...RULE_FILES.flatMap((file) => [
        written(`${RULES}/${file.name}.yml`, file.about, { groups: [groupOf(file)] }),
        written(`${RULES}/tests/${file.name}.yml`, `Examples: ${file.about}`, testsOf(file)),
      ]),
      written(OPERATOR, 'All rules and alerts, as the operator of Prometheus reads them.', operatorRules()),
    ]),
  );
