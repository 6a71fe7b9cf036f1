import {
  chainMetrics,
  gatewayMetrics,
  type HistogramDefinition,
  marketMetrics,
  processMetrics,
  signerMetrics,
  turnMetrics,
} from '@exchange/contract/metrics';
import type { Recording } from './alert';
import { FAULTS } from './objectives';
import { quantile, type Expression, series, up } from './promql';

const { commandsEnded, commandSeconds, dropped, httpRequests, httpSeconds, limiterHits } = gatewayMetrics;
const { askedRequests, askedRequestSeconds, brokerMessages, resources } = processMetrics;
const { databaseConnections, databaseConnectionsMax, servedRequests, servedRequestSeconds } = turnMetrics;
const FAULTY = { outcome: { anyOf: FAULTS } } as const;

const rateBy = (labels: readonly string[], counter: Expression): Expression =>
  `sum by (${labels.join(', ')}) (rate(${counter}[5m]))`;

/** What went wrong, of all: 0 where nothing did, since a counter of that has no series yet. */
const faultsBy = (labels: readonly string[], faults: Expression, all: Expression): Expression =>
  `${rateBy(labels, faults)} or ${rateBy(labels, all)} * 0`;

/** The median and what 99 of 100 stay below, over five minutes. */
const durations = <L extends string>(
  level: string,
  histogram: HistogramDefinition<L>,
  by: readonly (L | 'service')[],
): readonly Recording[] =>
  (
    [
      [0.5, 'p50'],
      [0.99, 'p99'],
    ] as const
  ).map(([share, called]) => ({
    record: `${level}:${histogram.name}:${called}_5m`,
    expr: quantile(share, histogram, by),
  }));

/** Rate, errors and duration of what services serve and ask, by kind of request. */
const REQUESTS: readonly Recording[] = [
  {
    record: 'service_request:served_requests:rate5m',
    expr: rateBy(['service', 'request'], series(servedRequests)),
  },
  {
    record: 'service_request:served_faults:rate5m',
    expr: faultsBy(['service', 'request'], series(servedRequests, FAULTY), series(servedRequests)),
  },
  ...durations('service_request', servedRequestSeconds, ['service', 'request']),
  {
    record: 'service_request:asked_requests:rate5m',
    expr: rateBy(['service', 'request'], series(askedRequests)),
  },
  {
    record: 'service_request:asked_faults:rate5m',
    expr: faultsBy(['service', 'request'], series(askedRequests, FAULTY), series(askedRequests)),
  },
  ...durations('service_request', askedRequestSeconds, ['service', 'request']),
];

/** The same of what clients ask. */
const CLIENTS: readonly Recording[] = [
  { record: 'command:ws_commands:rate5m', expr: rateBy(['command'], series(commandsEnded)) },
  {
    record: 'command:ws_faults:rate5m',
    expr: faultsBy(['command'], series(commandsEnded, FAULTY), series(commandsEnded)),
  },
  ...durations('command', commandSeconds, ['command']),
  { record: 'route:http_requests:rate5m', expr: rateBy(['route'], series(httpRequests)) },
  {
    record: 'route:http_faults:rate5m',
    expr: faultsBy(['route'], series(httpRequests, { status: { anyOf: ['5..'] } }), series(httpRequests)),
  },
  ...durations('route', httpSeconds, ['route']),
  { record: 'limit:limiter_hits:rate5m', expr: rateBy(['limit'], series(limiterHits)) },
  { record: 'reason:ws_dropped:rate5m', expr: rateBy(['reason'], series(dropped)) },
];

/** The same of the remote signer: what it refuses is no fault of its own. */
const SIGNATURES: readonly Recording[] = [
  { record: 'key:signer_requests:rate5m', expr: rateBy(['key'], series(signerMetrics.signerRequests)) },
  {
    record: 'key:signer_faults:rate5m',
    expr: rateBy(['key'], series(signerMetrics.signerRequests, { outcome: 'FAILED' })),
  },
  ...durations('key', signerMetrics.signerSeconds, ['key']),
];

/** The golden signals of each service beside: traffic, and how full it is. */
const SIGNALS: readonly Recording[] = [
  { record: 'service:up:ratio', expr: `avg by (service) (${up()})` },
  {
    record: 'service:broker_messages:rate5m',
    expr: rateBy(['service', 'direction'], series(brokerMessages)),
  },
  { record: 'service:process_cpu_seconds:rate5m', expr: rateBy(['service'], series(resources.cpu)) },
  {
    record: 'service:process_resident_memory_bytes:max',
    expr: `max by (service) (${series(resources.memory)})`,
  },
  {
    record: 'service:process_fds:max_ratio',
    expr: `max by (service) (${series(resources.files)} / ${series(resources.filesMax)})`,
  },
  {
    record: 'service:nodejs_eventloop_lag_p99_seconds:max',
    expr: `max by (service) (${series(resources.loopLag)})`,
  },
  {
    record: 'service:database_connections:max_ratio',
    expr:
      `max by (service) (sum by (service, instance) (${series(databaseConnections, { state: 'busy' })}) ` +
      `/ sum by (service, instance) (${series(databaseConnectionsMax)}))`,
  },
  { record: 'service:turn_waiting:max', expr: `max by (service) (${series(turnMetrics.turnWaiting)})` },
  ...durations('service_phase', turnMetrics.turnSeconds, ['service', 'phase']),
  ...durations('exchange', marketMetrics.matchSeconds, []),
  ...durations('exchange', gatewayMetrics.toldSeconds, []),
  { record: 'market:market_trades:rate5m', expr: rateBy(['market'], series(marketMetrics.marketTrades)) },
  ...durations('service_node', chainMetrics.nodeSeconds, ['service', 'node']),
];

/** What dashboards and alerts read often, made once. */
export const RECORDINGS: readonly Recording[] = [...REQUESTS, ...CLIENTS, ...SIGNATURES, ...SIGNALS];
