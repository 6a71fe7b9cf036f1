import { gatewayMetrics, marketMetrics } from '@exchange/contract/metrics';
import type { Alert } from '../alert';
import { countOf, quantile, series } from '../promql';
import { labelsOf, placeOf } from './place';

const { dropped, limiterHits, queuedBytes, queuedBytesMax, toldSeconds } = gatewayMetrics;
const { engineActive, marketBacklog, marketStopped, marketTrades, matchSeconds } = marketMetrics;
const { rateAge, ratesMissing, skew, verifiedReports } = marketMetrics;

const WS = placeOf('ws-gateway');
const ENGINES = [placeOf('matching-engine'), placeOf('matching-engine', 1)] as const;
const DATA = placeOf('market-data');

/** p99 of few is what the slowest of them took: so many a second must be counted. */
const RATE_MIN = 0.1;
const late = (histogram: typeof matchSeconds) =>
  `${quantile(0.99, histogram)} > 1 and sum(rate(${countOf(histogram)}[5m])) > ${RATE_MIN}`;

/** 100 a minute: until minute 9 all are fast, then 20 minutes all take up to 2.5 s, then fast ones again. */
const slowFor20 = (histogram: typeof matchSeconds, place: typeof WS | (typeof ENGINES)[number]) => {
  const bucket = (le: string) =>
    `${histogram.name}_bucket{job="exchange", service="${place.service}", instance="${place.instance}", le="${le}"}`;
  const all = '0+100x49';
  return {
    [bucket('0.1')]: '0+100x9 900x19 1000+100x20',
    [bucket('2.5')]: all,
    [bucket('+Inf')]: all,
    [countOf(histogram, place)]: all,
  };
};

/** Alerts of markets and of the gateways in front of them. */
export const MARKET_ALERTS: readonly Alert[] = [
  {
    name: 'market_still_stopped',
    severity: 'ticket',
    expr: `max by (market) (${series(marketStopped)}) == 1`,
    lasting: '30m',
    summary: 'Market {{ $labels.market }} is still stopped on a defect.',
    act: 'Once the cause is found, set the status of the market again.',
    runbook: 'alerts.md#market_still_stopped',
    examples: [
      {
        series: {
          [series(marketStopped, { market: 'ETHDAI', ...ENGINES[0] })]: '0x4 1x50 0x10',
          [series(marketStopped, { market: 'ETHDAI', ...ENGINES[1] })]: '0x70',
        },
        fires: [{ at: '40m', labels: { market: 'ETHDAI' } }],
        silent: ['20m', '57m'],
      },
    ],
  },
  {
    name: 'market_backlog_deep',
    severity: 'page',
    expr: `max by (market) (${series(marketBacklog)}) > 2000`,
    lasting: '2m',
    summary: 'Market {{ $labels.market }} has taken {{ $value }} inputs and not worked on them.',
    act: 'See what the engine spends its turns on; set the market cancel_only if it does not catch up.',
    runbook: 'alerts.md#market_backlog_deep',
    examples: [
      {
        series: { [series(marketBacklog, { market: 'ETHDAI', ...ENGINES[0] })]: '0x4 3000x5 0x10' },
        fires: [{ at: '8m', labels: { market: 'ETHDAI' }, value: '3000' }],
        silent: ['4m', '6m', '11m'],
      },
    ],
  },
  {
    name: 'orders_matched_late',
    severity: 'ticket',
    expr: late(matchSeconds),
    lasting: '10m',
    summary: 'One of a hundred orders waits a second and more for the engine.',
    act: 'See whether the engine lags behind the ledger, or its commits take long.',
    runbook: 'alerts.md#orders_matched_late',
    examples: [
      {
        series: slowFor20(matchSeconds, ENGINES[0]),
        fires: [{ at: '25m', labels: {} }],
        silent: ['9m', '40m'],
      },
    ],
  },
  {
    name: 'fills_told_late',
    severity: 'ticket',
    expr: late(toldSeconds),
    lasting: '10m',
    summary: 'One of a hundred fills is told to its account a second and more after it was decided.',
    act: 'See whether account-service lags behind the engine, or the gateways behind it.',
    runbook: 'alerts.md#fills_told_late',
    examples: [
      { series: slowFor20(toldSeconds, WS), fires: [{ at: '25m', labels: {} }], silent: ['9m', '40m'] },
    ],
  },
  {
    name: 'reports_unverified',
    severity: 'ticket',
    expr:
      `sum(rate(${series(verifiedReports)}[15m])) == 0 and sum(rate(${series(marketTrades)}[15m])) > 0 ` +
      `and count(${series(engineActive)} == 0) > 0`,
    lasting: '15m',
    summary: 'Standbys of the engine do none of its reports again: another state hash would not be noticed.',
    act: 'See whether the standby lags, or ends at each start since its state hash differs.',
    runbook: 'alerts.md#reports_unverified',
    examples: [
      {
        series: {
          [series(verifiedReports, ENGINES[1])]: '0+10x9 100x50 100+10x20',
          [series(marketTrades, { market: 'ETHDAI', ...ENGINES[0] })]: '0+5x90',
          [series(engineActive, { engine: 'main', ...ENGINES[0] })]: '1x90',
          [series(engineActive, { engine: 'main', ...ENGINES[1] })]: '0x90',
        },
        fires: [{ at: '50m', labels: {} }],
        silent: ['9m', '30m', '65m'],
      },
    ],
  },
  {
    name: 'rates_missing',
    severity: 'ticket',
    expr: `max(${series(ratesMissing)}) > 0`,
    lasting: '10m',
    summary: '{{ $value }} conversion rates are not known or not fresh.',
    act: 'See which source of values is old; pegged orders and values in currencies wait for it.',
    runbook: 'alerts.md#rates_missing',
    examples: [
      {
        series: { [series(ratesMissing, DATA)]: '0x4 2x20 0x10' },
        fires: [{ at: '20m', labels: {}, value: '2' }],
        silent: ['4m', '10m', '27m'],
      },
    ],
  },
  {
    name: 'rate_source_silent',
    severity: 'ticket',
    expr: `min by (source) (${series(rateAge)}) > 300`,
    lasting: '5m',
    summary: 'Source {{ $labels.source }} has given no values for five minutes.',
    act: 'See whether the source answers, and whether its plan has a limit.',
    runbook: 'alerts.md#rate_source_silent',
    examples: [
      {
        series: { [series(rateAge, { source: 'one', ...DATA })]: '5x4 0+60x15 5x10' },
        fires: [{ at: '18m', labels: { source: 'one' } }],
        silent: ['4m', '12m', '22m'],
      },
    ],
  },
  {
    name: 'clocks_drift',
    severity: 'ticket',
    expr: `max(${series(skew)}) > 0.5`,
    lasting: '5m',
    summary:
      'The clocks of a gateway and of account-service are half a second apart; at a whole one commands are refused.',
    act: 'Mend time synchronisation on the machine that is off.',
    runbook: 'alerts.md#clocks_drift',
    examples: [
      {
        series: { [series(skew, placeOf('account-service'))]: '0.01x4 0.7x10 0.01x10' },
        fires: [{ at: '12m', labels: {} }],
        silent: ['4m', '8m', '17m'],
      },
    ],
  },
  {
    name: 'clients_limited',
    severity: 'ticket',
    expr: `sum by (limit) (rate(${series(limiterHits)}[5m])) > 10`,
    lasting: '15m',
    summary: 'Clients are refused {{ $value }} times a second for the limit {{ $labels.limit }}.',
    act: 'See whether it is one client, an attack, or a proxy that all clients seem to come from.',
    runbook: 'alerts.md#clients_limited',
    examples: [
      {
        series: { [series(limiterHits, { limit: 'address_points', ...WS })]: '0x4 0+1200x30 36000x20' },
        fires: [{ at: '28m', labels: { limit: 'address_points' }, value: '20' }],
        silent: ['4m', '15m', '42m'],
      },
    ],
  },
  {
    name: 'clients_too_slow',
    severity: 'ticket',
    expr: `sum(increase(${series(dropped, { reason: 'slow' })}[15m])) > 20`,
    summary: 'Many connections were ended, since their clients did not take what they were sent.',
    act: "See whether the gateways' network is full; else whose clients they are.",
    runbook: 'alerts.md#clients_too_slow',
    examples: [
      {
        series: { [series(dropped, { reason: 'slow', ...WS })]: '0x4 0+10x5 50x40' },
        fires: [{ at: '10m', labels: {} }],
        silent: ['4m', '30m'],
      },
    ],
  },
  {
    name: 'client_queues_nearly_full',
    severity: 'ticket',
    expr: `${series(queuedBytes)} / ${series(queuedBytesMax)} > 0.8`,
    lasting: '2m',
    summary:
      '{{ $labels.instance }}: what waits for slow clients is four fifths of what may; then the slowest are dropped.',
    act: "See whether the gateway's network is full; add a gateway.",
    runbook: 'alerts.md#client_queues_nearly_full',
    examples: [
      {
        series: { [series(queuedBytes, WS)]: '0x4 90x5 0x10', [series(queuedBytesMax, WS)]: '100x30' },
        fires: [{ at: '8m', labels: labelsOf('ws-gateway') }],
        silent: ['4m', '6m', '11m'],
      },
    ],
  },
];
