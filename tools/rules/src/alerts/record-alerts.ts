import { processMetrics, turnMetrics } from '@exchange/contract/metrics';
import type { Alert } from '../alert';
import { series } from '../promql';
import { labelsOf, placeOf } from './place';

const { brokerMessages, brokerReconnects, brokerSilence } = processMetrics;
const { commitRetries, databaseConnections, databaseUp, outboxUnpublished, readerLag } = turnMetrics;
const { requestsRefused, turnUncommitted } = turnMetrics;

const ACCOUNTS = placeOf('account-service');
const REST = placeOf('rest-gateway');
/** The desk hears nothing while nobody is at it. */
const HEARING = { service: { noneOf: ['operator-gateway'] } } as const;
/** So many decided turns may wait for their commit (libs/platform/src/turn). */
const UNCOMMITTED_MAX = 16;

/** Alerts of what services stand on: the broker, the logs in it, the database, and the turns that write to it. */
export const RECORD_ALERTS: readonly Alert[] = [
  {
    name: 'broker_gone',
    severity: 'page',
    expr: `min(${series(brokerSilence)}) > 10`,
    lasting: '30s',
    summary: 'No process hears the broker: nothing is accepted, matched or told.',
    act: 'See whether the broker runs and has a disk that is not full.',
    runbook: 'alerts.md#broker_gone',
    examples: [
      {
        series: {
          [series(brokerSilence, ACCOUNTS)]: '0x4 20+60x5 0x10',
          [series(brokerSilence, REST)]: '1x4 25+60x5 0x10',
        },
        fires: [{ at: '7m', labels: {} }],
        silent: ['4m', '12m'],
      },
    ],
  },
  {
    name: 'broker_reconnects',
    severity: 'ticket',
    expr: `increase(${series(brokerReconnects)}[30m]) > 4`,
    summary: '{{ $labels.service }}: {{ $labels.instance }} lost the broker again and again.',
    act: 'Look at the log of the broker: it says why it closed the connection.',
    runbook: 'alerts.md#broker_reconnects',
    examples: [
      {
        series: { [series(brokerReconnects, ACCOUNTS)]: '0x4 0+1x8 8x60' },
        fires: [{ at: '14m', labels: labelsOf('account-service') }],
        silent: ['4m', '50m'],
      },
    ],
  },
  {
    name: 'messages_stopped',
    severity: 'page',
    expr: `sum by (service) (rate(${series(brokerMessages, { direction: 'in', ...HEARING })}[5m])) == 0`,
    lasting: '5m',
    summary:
      '{{ $labels.service }}: no message of the broker has come for ten minutes, not even that others are alive.',
    act: 'Restart it if it says that it is ready; else ask /health/ready what is lacking.',
    runbook: 'alerts.md#messages_stopped',
    examples: [
      {
        series: { [series(brokerMessages, { direction: 'in', ...REST })]: '0+60x9 600x20 600+60x20' },
        fires: [{ at: '22m', labels: { service: 'rest-gateway' } }],
        silent: ['9m', '18m', '33m'],
      },
    ],
  },
  {
    name: 'outbox_deep',
    severity: 'page',
    expr: `${series(outboxUnpublished)} > 1000`,
    lasting: '2m',
    summary:
      '{{ $labels.service }}: {{ $value }} committed messages are not known to be stored by the broker.',
    act: 'See whether the broker stores: its disk, its streams and their limits.',
    runbook: 'alerts.md#outbox_deep',
    examples: [
      {
        series: { [series(outboxUnpublished, ACCOUNTS)]: '3x4 1500x5 0x10' },
        fires: [{ at: '8m', labels: labelsOf('account-service'), value: '1500' }],
        silent: ['4m', '6m', '11m'],
      },
    ],
  },
  {
    name: 'log_reader_behind',
    severity: 'ticket',
    expr: `${series(readerLag)} > 5000`,
    lasting: '5m',
    summary: '{{ $labels.reader }} has not applied {{ $value }} messages of {{ $labels.log }}.',
    act: 'See whether the reader runs and is ready; if it never will again, take it from the readers.',
    runbook: 'alerts.md#log_reader_behind',
    examples: [
      {
        series: {
          [series(readerLag, { log: 'market.v1.report.*', reader: 'market-data', ...ACCOUNTS })]:
            '10x4 0+3000x10 0x10',
        },
        fires: [
          {
            at: '14m',
            labels: { ...labelsOf('account-service'), log: 'market.v1.report.*', reader: 'market-data' },
            value: '27000',
          },
        ],
        silent: ['4m', '8m', '17m'],
      },
    ],
  },
  {
    name: 'database_down',
    severity: 'page',
    expr: `${series(databaseUp)} == 0`,
    lasting: '1m',
    summary: '{{ $labels.service }}: {{ $labels.instance }} can not read and write its database.',
    act: 'See whether Postgres runs, takes connections, and has a disk that is not full.',
    runbook: 'alerts.md#database_down',
    examples: [
      {
        series: { [series(databaseUp, ACCOUNTS)]: '1x4 0x5 1x10' },
        fires: [{ at: '7m', labels: labelsOf('account-service') }],
        silent: ['4m', '11m'],
      },
    ],
  },
  {
    name: 'database_connections_awaited',
    severity: 'ticket',
    expr: `${series(databaseConnections, { state: 'awaited' })} > 0`,
    lasting: '5m',
    summary: '{{ $labels.service }}: statements of {{ $labels.instance }} wait for a connection.',
    act: 'Look for statements that take long; then give the pool more connections.',
    runbook: 'alerts.md#database_connections_awaited',
    examples: [
      {
        series: { [series(databaseConnections, { state: 'awaited', ...ACCOUNTS })]: '0x4 3x10 0x10' },
        fires: [{ at: '12m', labels: { ...labelsOf('account-service'), state: 'awaited' } }],
        silent: ['4m', '8m', '17m'],
      },
    ],
  },
  {
    name: 'commits_retried',
    severity: 'ticket',
    expr: `increase(${series(commitRetries)}[15m]) > 3`,
    summary: '{{ $labels.service }}: commits of {{ $labels.instance }} failed and were tried again.',
    act: 'Read its warnings, which have the error of the database.',
    runbook: 'alerts.md#commits_retried',
    examples: [
      {
        series: { [series(commitRetries, ACCOUNTS)]: '0x4 0+2x5 10x40' },
        fires: [{ at: '10m', labels: labelsOf('account-service') }],
        silent: ['4m', '30m'],
      },
    ],
  },
  {
    name: 'turns_wait_for_commits',
    severity: 'ticket',
    expr: `${series(turnUncommitted)} >= ${UNCOMMITTED_MAX}`,
    lasting: '2m',
    summary:
      '{{ $labels.service }}: {{ $labels.instance }} decides no more, since 16 turns are not committed.',
    act: 'See what the database waits for: its disk, locks, or a replica.',
    runbook: 'alerts.md#turns_wait_for_commits',
    examples: [
      {
        series: { [series(turnUncommitted, ACCOUNTS)]: '2x4 16x5 1x10' },
        fires: [{ at: '8m', labels: labelsOf('account-service') }],
        silent: ['4m', '6m', '11m'],
      },
    ],
  },
  {
    name: 'turns_refuse_requests',
    severity: 'ticket',
    expr: `rate(${series(requestsRefused)}[5m]) > 1`,
    lasting: '5m',
    summary: '{{ $labels.service }}: {{ $labels.instance }} refuses requests, since too many wait.',
    act: 'See what offers so much, and what a turn spends its time on.',
    runbook: 'alerts.md#turns_refuse_requests',
    examples: [
      {
        series: { [series(requestsRefused, ACCOUNTS)]: '0x4 0+300x15 4500x20' },
        fires: [{ at: '15m', labels: labelsOf('account-service') }],
        silent: ['4m', '7m', '28m'],
      },
    ],
  },
];
