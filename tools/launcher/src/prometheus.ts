import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../kit/until';
import type { Program } from './process/child';
import type { ShownProcess } from './settings/processes';
import type { DataFolder } from './settings/data-folder';

interface PrometheusOptions {
  readonly folder: DataFolder;
  readonly binary: string;
  readonly port: number;
  readonly processes: readonly ShownProcess[];
  /** A folder of files with rules for recordings and alerts; it may be missing. */
  readonly rules: string;
  readonly logFile: string;
}

/** Often enough that what one does can be seen at once, and seldom enough to cost nothing. */
const EVERY = '2s';
const KEPT_FOR = '7d';
const KEPT_AT_MOST = '512MB';
const READY_MS_MAX = 60_000;

/** What it looks at, and by which rules: the names that targets have are those of processes in endpoints.json. */
const configuration = ({ processes, rules }: Pick<PrometheusOptions, 'processes' | 'rules'>) => ({
  global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
  rule_files: existsSync(rules) ? [path.join(rules, '*.yml')] : [],
  scrape_configs: [
    {
      job_name: 'exchange',
      // Processes say of themselves which service they are; of one that doesn't answer it is known from here.
      honor_labels: true,
      static_configs: processes.map(({ app, name, internalPort }) => ({
        targets: [`127.0.0.1:${internalPort}`],
        labels: { service: app, instance: name },
      })),
    },
  ],
});

/** Prometheus beside the exchange: it asks all processes, and only this machine can ask it. */
export function prometheusProgram(options: PrometheusOptions): Program {
  const { folder, binary, port, logFile } = options;
  const file = folder.file('prometheus.yml');
  // JSON is YAML, too.
  writeFileSync(file, `${JSON.stringify(configuration(options), null, 2)}\n`);
  return {
    name: 'prometheus',
    command: binary,
    args: [
      `--config.file=${file}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${folder.file('prometheus')}`,
      `--storage.tsdb.retention.time=${KEPT_FOR}`,
      `--storage.tsdb.retention.size=${KEPT_AT_MOST}`,
      '--enable-feature=exemplar-storage',
      '--log.level=warn',
    ],
    env: { PATH: process.env['PATH'] },
    logFile,
    stopSignal: 'SIGTERM',
    stopMs: 10_000,
  };
}

/** Waits until it answers questions. */
export async function prometheusReady(url: string): Promise<void> {
  const answers = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  const failure = () => `Prometheus isn't ready after ${READY_MS_MAX / 1000} s`;
  await until(answers, { everyMs: 100, timeoutMs: READY_MS_MAX, failure });
}
