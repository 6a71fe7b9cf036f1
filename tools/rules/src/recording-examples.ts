import {
  chainMetrics,
  gatewayMetrics,
  type HistogramDefinition,
  marketMetrics,
  processMetrics,
  signerMetrics,
  turnMetrics,
} from '@exchange/contract/metrics';
import { placeOf } from './alerts/place';
import type { RecordingExample } from './alert';
import { countOf, type Expression, series, up } from './promql';

const { commandsEnded, commandSeconds, dropped, httpRequests, httpSeconds, limiterHits } = gatewayMetrics;
const { askedRequests, askedRequestSeconds, brokerMessages, resources } = processMetrics;
const { databaseConnections, databaseConnectionsMax, servedRequests, servedRequestSeconds } = turnMetrics;
const ACCOUNTS = placeOf('account-service');
const WS = placeOf('ws-gateway');
const REST = placeOf('rest-gateway');
const SIGNER = placeOf('signer');

/** One a second, over the ten minutes of the example. */
const EACH_SECOND = '0+60x10';
/** One each ten seconds. */
const EACH_TEN = '0+6x10';

/** All between two bounds of the buckets, one a second. */
function between<L extends string>(
  [low, high]: readonly [number, number],
  histogram: HistogramDefinition<L>,
  where: Parameters<typeof countOf<L>>[1],
): RecordingExample['series'] {
  const count = countOf(histogram, where);
  const bucket = (le: string | number) =>
    count.replace(`${histogram.name}_count{`, `${histogram.name}_bucket{le="${le}", `);
  return {
    [bucket(low)]: '0x10',
    [bucket(high)]: EACH_SECOND,
    [bucket('+Inf')]: EACH_SECOND,
    [count]: EACH_SECOND,
  };
}

/** Half of what is spread evenly between the bounds is below their middle, and 99 % below this. */
const spread = (record: string, [low, high]: readonly [number, number], labels: Expression) => ({
  [`${record}:p50_5m${labels}`]: low + 0.5 * (high - low),
  [`${record}:p99_5m${labels}`]: low + 0.99 * (high - low),
});

const QUICK = [0.025, 0.05] as const;
const PHASE = [0.001, 0.0025] as const;
const served = { request: 'place_order', ...ACCOUNTS };
const asked = { request: 'place_order', ...WS };

/** Every recording of what is measured in it. */
export const RECORDING_EXAMPLES: readonly RecordingExample[] = [
  {
    series: {
      [series(servedRequests, { outcome: 'ok', ...served })]: EACH_SECOND,
      [series(servedRequests, { outcome: 'UNAVAILABLE', ...served })]: EACH_TEN,
      ...between(QUICK, servedRequestSeconds, served),
      [series(askedRequests, { outcome: 'ok', ...asked })]: EACH_SECOND,
      [series(askedRequests, { outcome: 'UNKNOWN_OUTCOME', ...asked })]: EACH_TEN,
      ...between(QUICK, askedRequestSeconds, asked),
    },
    at: '10m',
    values: {
      'service_request:served_requests:rate5m{service="account-service", request="place_order"}': 1.1,
      'service_request:served_faults:rate5m{service="account-service", request="place_order"}': 0.1,
      ...spread(
        'service_request:served_request_seconds',
        QUICK,
        '{service="account-service", request="place_order"}',
      ),
      'service_request:asked_requests:rate5m{service="ws-gateway", request="place_order"}': 1.1,
      'service_request:asked_faults:rate5m{service="ws-gateway", request="place_order"}': 0.1,
      ...spread(
        'service_request:asked_request_seconds',
        QUICK,
        '{service="ws-gateway", request="place_order"}',
      ),
    },
  },
  {
    series: {
      [series(commandsEnded, { command: 'ping', outcome: 'ok', ...WS })]: EACH_SECOND,
      [series(commandsEnded, { command: 'ping', outcome: 'DEADLINE_PASSED', ...WS })]: EACH_TEN,
      ...between(QUICK, commandSeconds, { command: 'ping', ...WS }),
      [series(httpRequests, { route: '/markets', status: '200', ...REST })]: EACH_SECOND,
      [series(httpRequests, { route: '/markets', status: '503', ...REST })]: EACH_TEN,
      ...between(QUICK, httpSeconds, { route: '/markets', ...REST }),
      [series(limiterHits, { limit: 'points', ...WS })]: EACH_TEN,
      [series(dropped, { reason: 'slow', ...WS })]: EACH_TEN,
      ...between(QUICK, gatewayMetrics.toldSeconds, WS),
      [series(signerMetrics.signerRequests, { key: 'settler', outcome: 'signed', ...SIGNER })]: EACH_SECOND,
      [series(signerMetrics.signerRequests, { key: 'settler', outcome: 'FAILED', ...SIGNER })]: EACH_TEN,
      ...between(QUICK, signerMetrics.signerSeconds, { key: 'settler', ...SIGNER }),
    },
    at: '10m',
    values: {
      'command:ws_commands:rate5m{command="ping"}': 1.1,
      'command:ws_faults:rate5m{command="ping"}': 0.1,
      ...spread('command:ws_command_seconds', QUICK, '{command="ping"}'),
      'route:http_requests:rate5m{route="/markets"}': 1.1,
      'route:http_faults:rate5m{route="/markets"}': 0.1,
      ...spread('route:http_request_seconds', QUICK, '{route="/markets"}'),
      'limit:limiter_hits:rate5m{limit="points"}': 0.1,
      'reason:ws_dropped:rate5m{reason="slow"}': 0.1,
      ...spread('exchange:fill_told_seconds', QUICK, ''),
      'key:signer_requests:rate5m{key="settler"}': 1.1,
      'key:signer_faults:rate5m{key="settler"}': 0.1,
      ...spread('key:signer_request_seconds', QUICK, '{key="settler"}'),
    },
  },
  {
    series: {
      [up(ACCOUNTS)]: '1x10',
      [up(placeOf('account-service', 1))]: '0x10',
      [series(brokerMessages, { direction: 'in', ...ACCOUNTS })]: EACH_SECOND,
      [series(resources.cpu, ACCOUNTS)]: EACH_TEN,
      [series(resources.memory, ACCOUNTS)]: '3e8x10',
      [series(resources.files, ACCOUNTS)]: '10x10',
      [series(resources.filesMax, ACCOUNTS)]: '100x10',
      [series(resources.loopLag, ACCOUNTS)]: '0.02x10',
      [series(databaseConnections, { state: 'busy', ...ACCOUNTS })]: '2x10',
      [series(databaseConnections, { state: 'idle', ...ACCOUNTS })]: '6x10',
      [series(databaseConnectionsMax, ACCOUNTS)]: '8x10',
      [series(turnMetrics.turnWaiting, ACCOUNTS)]: '3x10',
      ...between(PHASE, turnMetrics.turnSeconds, { phase: 'commit', ...ACCOUNTS }),
      ...between(QUICK, marketMetrics.matchSeconds, placeOf('matching-engine')),
      [series(marketMetrics.marketTrades, { market: 'ETHDAI', ...placeOf('matching-engine') })]: EACH_SECOND,
      ...between(QUICK, chainMetrics.nodeSeconds, { node: '1:node.example', ...placeOf('solvency') }),
    },
    at: '10m',
    values: {
      'service:up:ratio{service="account-service"}': 0.5,
      'service:broker_messages:rate5m{service="account-service", direction="in"}': 1,
      'service:process_cpu_seconds:rate5m{service="account-service"}': 0.1,
      'service:process_resident_memory_bytes:max{service="account-service"}': 3e8,
      'service:process_fds:max_ratio{service="account-service"}': 0.1,
      'service:nodejs_eventloop_lag_p99_seconds:max{service="account-service"}': 0.02,
      'service:database_connections:max_ratio{service="account-service"}': 0.25,
      'service:turn_waiting:max{service="account-service"}': 3,
      ...spread('service_phase:turn_seconds', PHASE, '{service="account-service", phase="commit"}'),
      ...spread('exchange:order_match_seconds', QUICK, ''),
      'market:market_trades:rate5m{market="ETHDAI"}': 1,
      ...spread(
        'service_node:chain_node_request_seconds',
        QUICK,
        '{service="solvency", node="1:node.example"}',
      ),
    },
  },
];
