import { type ServiceName, SERVICES } from '@exchange/core/kernel';
import { marketMetrics, processMetrics, turnMetrics } from '@exchange/contract/metrics';
import { ENDING } from '../alarm-alerts';
import type { Alert } from '../alert';
import { series, up } from '../promql';
import { labelsOf, placeOf } from './place';

const { buildInfo, resources } = processMetrics;
const { serviceActive, takeovers, tookOverAt, turnReady } = turnMetrics;
const { engineActive } = marketMetrics;

const ACCOUNTS = placeOf('account-service');
const ENGINES = [placeOf('matching-engine'), placeOf('matching-engine', 1)] as const;
const WATCHERS = [placeOf('chain-watcher'), placeOf('chain-watcher', 1)] as const;
const SETTLEMENTS = [placeOf('settlement-service'), placeOf('settlement-service', 1)] as const;
/** Each engine has one active process of its own, so that a service of engines has several. */
const ONE_ACTIVE = series(serviceActive, { service: { noneOf: ['matching-engine'] } });
const absent = SERVICES.map((service) => `absent(${up({ service })})`);
const started = series(resources.started);
const upgraded = `count by (job, instance) (count_over_time(${series(buildInfo)}[15m])) > 1`;
/**
 * Another process took over before this one began: it was fenced, and standby_took_over tells of that. What crashes begins anew before
 * its lease is over.
 */
const takenOver = `max by (job, service) (${series(tookOverAt)} > time() - 1800)`;
const fenced = `${started} > on (job, service) group_left () ${takenOver}`;

/** Of what the manifests let a process of each service take, in MiB (k8s/base): beyond it Kubernetes ends the process. */
export const MEMORY_LIMITS: Readonly<Record<ServiceName, number>> = {
  'account-service': 2_048,
  'matching-engine': 2_048,
  attester: 1_024,
  'market-data': 1_024,
  'settlement-service': 1_024,
  solvency: 1_024,
  'ws-gateway': 1_024,
  'chain-watcher': 512,
  'operator-gateway': 512,
  'rest-gateway': 512,
};
const MEMORY_SHARE = 0.85;
const MIB = 2 ** 20;

/** The limit of a process as an expression: services with the same one are compared together. */
const overLimit = [...new Set(Object.values(MEMORY_LIMITS))]
  .map((limit) => {
    const services = SERVICES.filter((service) => MEMORY_LIMITS[service] === limit);
    return `${series(resources.memory, { service: { anyOf: services } })} > ${MEMORY_SHARE * limit * MIB}`;
  })
  .join(' or ');

/** Alerts of processes: whether they run, who of them is active, and what they take of their machine. */
export const PROCESS_ALERTS: readonly Alert[] = [
  {
    name: 'process_away',
    severity: 'ticket',
    expr: `${up()} == 0`,
    lasting: '2m',
    summary: '{{ $labels.service }}: {{ $labels.instance }} does not answer Prometheus.',
    act: 'See whether the process runs; if another one of the service does, nothing is lost meanwhile.',
    runbook: 'alerts.md#process_away',
    examples: [
      {
        series: { [up(ACCOUNTS)]: '1x4 0x10 1x10' },
        fires: [{ at: '10m', labels: labelsOf('account-service') }],
        silent: ['4m', '6m', '17m'],
      },
    ],
  },
  {
    name: 'service_away',
    severity: 'page',
    expr: [`max by (service) (${up()}) == 0`, ...absent].join(' or '),
    lasting: '1m',
    summary: '{{ $labels.service }}: no process of it answers.',
    act: 'See whether any process of the service runs, and why none does.',
    runbook: 'alerts.md#service_away',
    examples: [
      {
        series: {
          ...Object.fromEntries(SERVICES.map((service) => [up(placeOf(service)), '1x30'])),
          [up(placeOf('solvency'))]: '1x4 0x5 1x20',
          [up(placeOf('attester'))]: '1x4 stale _x5 1x20',
          [up(placeOf('rest-gateway', 1))]: '1x4 0x5 1x20',
        },
        fires: [
          { at: '7m', labels: { service: 'solvency' } },
          { at: '7m', labels: { job: 'exchange', service: 'attester' } },
        ],
        silent: ['4m', '12m'],
      },
    ],
  },
  {
    name: 'service_not_ready',
    severity: 'page',
    expr: `max by (service) (${series(turnReady)}) == 0`,
    lasting: '2m',
    summary: '{{ $labels.service }}: no process of it is in step with its logs.',
    act: 'Ask /health/ready what is lacking.',
    runbook: 'alerts.md#service_not_ready',
    examples: [
      {
        series: {
          [series(turnReady, WATCHERS[0])]: '1x4 0x10 1x10',
          [series(turnReady, WATCHERS[1])]: '0x30',
        },
        fires: [{ at: '8m', labels: { service: 'chain-watcher' } }],
        silent: ['4m', '6m', '16m'],
      },
    ],
  },
  {
    name: 'engine_leaderless',
    severity: 'page',
    expr: `max by (engine) (${series(engineActive)}) == 0`,
    lasting: '1m',
    summary: 'Engine {{ $labels.engine }} has no active process, so that its markets match nothing.',
    act: 'See why no process of the engine takes over: its database, or the broker.',
    runbook: 'alerts.md#engine_leaderless',
    examples: [
      {
        series: {
          [series(engineActive, { engine: 'main', ...ENGINES[0] })]: '1x4 0x10 1x10',
          [series(engineActive, { engine: 'main', ...ENGINES[1] })]: '0x30',
        },
        fires: [{ at: '7m', labels: { engine: 'main' } }],
        silent: ['4m', '16m'],
      },
    ],
  },
  {
    name: 'two_active',
    severity: 'page',
    expr: `sum by (service) (${ONE_ACTIVE}) > 1 or sum by (engine) (${series(engineActive)}) > 1`,
    lasting: '1m',
    summary: 'Two processes of {{ $labels.service }}{{ $labels.engine }} say that they are the active one.',
    act: 'Only one of them can write; end the one that is not ready.',
    runbook: 'alerts.md#two_active',
    examples: [
      {
        series: {
          [series(serviceActive, WATCHERS[0])]: '1x30',
          [series(serviceActive, WATCHERS[1])]: '0x4 1x5 0x20',
          [series(serviceActive, ENGINES[0])]: '1x30',
          [series(serviceActive, ENGINES[1])]: '1x30',
          [series(engineActive, { engine: 'main', ...ENGINES[0] })]: '1x30',
          [series(engineActive, { engine: 'second', ...ENGINES[1] })]: '1x30',
        },
        fires: [{ at: '7m', labels: { service: 'chain-watcher' } }],
        silent: ['4m', '12m'],
      },
    ],
  },
  {
    name: 'takeovers_repeat',
    severity: 'page',
    expr: `sum by (service) (increase(${series(takeovers)}[30m])) > 2.5`,
    summary: '{{ $labels.service }}: its processes take over from each other again and again.',
    act: 'Leave one process running; look at its lease: the database, the processor, or a defect that ends each.',
    runbook: 'alerts.md#takeovers_repeat',
    examples: [
      {
        series: {
          [series(takeovers, WATCHERS[0])]: '0x4 1x3 0x3 1x60',
          [series(takeovers, WATCHERS[1])]: '0x8 1x3 0x3 1x60',
        },
        fires: [{ at: '20m', labels: { service: 'chain-watcher' } }],
        silent: ['10m', '60m'],
      },
    ],
  },
  {
    name: 'process_started_anew',
    severity: 'page',
    expr: `changes(${started}[15m]) > 0 unless on (job, instance) ${upgraded} unless on (job, instance) (${fenced})`,
    summary: '{{ $labels.service }}: {{ $labels.instance }} ended and started anew, with the same build.',
    act: 'Read the last line of its log before the start: its alarm says why it ended; see that it is ready.',
    runbook: 'alerts.md#process_started_anew',
    tellsOf: ENDING.filter((code) => code !== 'process_fenced'),
    examples: [
      {
        series: {
          [series(resources.started, ACCOUNTS)]: '1x9 600x50',
          [series(buildInfo, { build: 'a', ...ACCOUNTS })]: '1x60',
          [series(resources.started, ENGINES[0])]: '1x9 600x50',
          [series(buildInfo, { build: 'a', ...ENGINES[0] })]: '1x9 _x50',
          [series(buildInfo, { build: 'b', ...ENGINES[0] })]: '_x10 1x50',
        },
        fires: [{ at: '12m', labels: labelsOf('account-service') }],
        silent: ['9m', '27m'],
      },
      // One was fenced, after another had taken over; one crashed, whose standby took over then.
      {
        series: {
          [series(resources.started, WATCHERS[0])]: '1x9 600x50',
          [series(tookOverAt, WATCHERS[0])]: '0x60',
          [series(tookOverAt, WATCHERS[1])]: '0x8 540x51',
          [series(resources.started, SETTLEMENTS[0])]: '1x9 600x50',
          [series(tookOverAt, SETTLEMENTS[1])]: '0x9 602x50',
        },
        fires: [{ at: '12m', labels: labelsOf('settlement-service') }],
        silent: ['9m', '27m'],
      },
    ],
  },
  {
    name: 'builds_differ',
    severity: 'ticket',
    expr: `count(count by (build) (${series(buildInfo)})) > 1`,
    lasting: '30m',
    summary: 'Processes run {{ $value }} different builds.',
    act: 'Finish the upgrade, or go back.',
    runbook: 'alerts.md#builds_differ',
    examples: [
      {
        series: {
          [series(buildInfo, { build: 'a', ...ACCOUNTS })]: '1x9 _x41 1x20',
          [series(buildInfo, { build: 'b', ...ACCOUNTS })]: '_x10 1x40 _x20',
          [series(buildInfo, { build: 'a', ...ENGINES[0] })]: '1x80',
        },
        fires: [{ at: '45m', labels: {}, value: '2' }],
        silent: ['9m', '30m', '60m'],
      },
    ],
  },
  {
    name: 'event_loop_late',
    severity: 'ticket',
    expr: `${series(resources.loopLag)} > 0.25`,
    lasting: '10m',
    summary: '{{ $labels.service }}: {{ $labels.instance }} comes to its work a quarter of a second late.',
    act: 'See what takes the processor: load, other programs, or one long computation.',
    runbook: 'alerts.md#event_loop_late',
    examples: [
      {
        series: { [series(resources.loopLag, ACCOUNTS)]: '0.02x9 0.4x15 0.02x10' },
        fires: [{ at: '22m', labels: labelsOf('account-service') }],
        silent: ['15m', '27m'],
      },
    ],
  },
  {
    name: 'files_nearly_out',
    severity: 'ticket',
    expr: `${series(resources.files)} / ${series(resources.filesMax)} > 0.8`,
    lasting: '5m',
    summary:
      '{{ $labels.service }}: {{ $labels.instance }} has opened four fifths of the files and sockets that it may.',
    act: 'Raise the limit of open files, or add a process; a gateway has a socket for each client.',
    runbook: 'alerts.md#files_nearly_out',
    examples: [
      {
        series: {
          [series(resources.files, ACCOUNTS)]: '100x4 900x10 100x10',
          [series(resources.filesMax, ACCOUNTS)]: '1000x30',
        },
        fires: [{ at: '12m', labels: labelsOf('account-service') }],
        silent: ['4m', '16m'],
      },
    ],
  },
  {
    name: 'memory_nearly_out',
    severity: 'ticket',
    expr: overLimit,
    lasting: '15m',
    summary: '{{ $labels.service }}: {{ $labels.instance }} takes more than 85 % of the memory that it may.',
    act: 'See whether it grows without end; restart it at a quiet time, or raise its limit.',
    runbook: 'alerts.md#memory_nearly_out',
    examples: [
      {
        series: { [series(resources.memory, ACCOUNTS)]: '3e8x4 1.9e9x20 3e8x10' },
        fires: [{ at: '22m', labels: labelsOf('account-service') }],
        silent: ['15m', '27m'],
      },
    ],
  },
];
