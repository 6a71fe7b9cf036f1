import { quantileOf, type MetricSample, sumOf } from './read-metrics';
import type { MetricsReading, SeenProcess } from './sight';

/** What the desk's first page draws; undefined: nobody says so. */
export interface Figures {
  /** Per second, over the last minute. */
  readonly commandsPerSecond: number | undefined;
  readonly refusalsPerSecond: number | undefined;
  readonly faultsPerSecond: number | undefined;
  readonly tradesPerSecond: number | undefined;
  /** Within how many seconds 99 of 100 commands of the last minute had their answer. */
  readonly answerSeconds: number | undefined;
  readonly connections: number | undefined;
  readonly unsettledTrades: number | undefined;
  readonly oldestTradeSeconds: number | undefined;
  readonly runwayBatches: number | undefined;
  readonly chainLagSeconds: number | undefined;
}

/** Of several readers of the same thing, the one that is worst off. */
const most = (seen: readonly SeenProcess[], name: string): number | undefined => {
  const values = seen.flatMap(({ now }) => sumOf(now.samples, name) ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
};

const total = (seen: readonly SeenProcess[], name: string): number | undefined =>
  sumOf(
    seen.flatMap(({ now }) => now.samples),
    name,
  );

type Fits = Parameters<typeof sumOf>[2];

/** What a counter of all processes rose by each second; one that began anew in between isn't known yet. */
function rate(seen: readonly SeenProcess[], name: string, fits?: Fits): number | undefined {
  const rates = seen.flatMap(({ now, before }) => {
    const seconds = (now.at - before.at) / 1_000;
    const [newest, oldest] = [now, before].map(
      ({ samples }: MetricsReading) => sumOf(samples, name, fits) ?? 0,
    );
    const isCounted = now.samples.some((sample: MetricSample) => sample.name === name);
    if (!isCounted || seconds <= 0 || newest === undefined || oldest === undefined || newest < oldest)
      return [];
    return [(newest - oldest) / seconds];
  });
  return rates.length === 0 ? undefined : rates.reduce((sum, one) => sum + one, 0);
}

/** How commands end that nobody who sent them could have done better. */
const OUR_FAULT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'UNKNOWN_OUTCOME']);

/** The golden signals, and what matters most here. */
export function figuresOf(seen: readonly SeenProcess[]): Figures {
  const samples = (which: 'now' | 'before') => seen.flatMap((one) => one[which].samples);
  const isRefused: Fits = ({ outcome }) => outcome !== 'ok';
  const isOurFault: Fits = ({ outcome = '' }) => OUR_FAULT.has(outcome);
  return {
    commandsPerSecond: rate(seen, 'ws_commands_total'),
    refusalsPerSecond: rate(seen, 'ws_commands_total', isRefused),
    faultsPerSecond: rate(seen, 'ws_commands_total', isOurFault),
    tradesPerSecond: rate(seen, 'market_trades_total'),
    answerSeconds: quantileOf(samples('before'), samples('now'), 'ws_command_seconds', 0.99),
    connections: total(seen, 'ws_connections'),
    unsettledTrades: total(seen, 'settlement_unsettled_trades'),
    oldestTradeSeconds: most(seen, 'settlement_oldest_trade_seconds'),
    runwayBatches: total(seen, 'settler_runway_batches'),
    chainLagSeconds: most(seen, 'chain_lag_seconds'),
  };
}

/** One market as its engine measures it. */
export interface MarketFigures {
  readonly market: string;
  readonly openOrders: number | undefined;
  readonly spreadBps: number | undefined;
  readonly backlog: number | undefined;
  readonly isStopped: boolean;
}

export function marketsOf(seen: readonly SeenProcess[]): readonly MarketFigures[] {
  const samples = seen.flatMap(({ now }) => now.samples);
  const names = new Set(samples.flatMap(({ labels }) => labels['market'] ?? []));
  return [...names].sort().map((market) => {
    const of = (name: string) => sumOf(samples, name, (labels) => labels['market'] === market);
    return {
      ...{ market, openOrders: of('market_open_orders'), spreadBps: of('market_spread_bps') },
      ...{ backlog: of('market_backlog_inputs'), isStopped: (of('market_stopped') ?? 0) > 0 },
    };
  });
}

const ALARMS_MAX = 20;

/** The newest alarms of all processes. */
export const lastAlarms = (seen: readonly SeenProcess[]): SeenProcess['alarms'] =>
  seen
    .flatMap(({ alarms }) => alarms)
    .sort((a, b) => b.at - a.at)
    .slice(0, ALARMS_MAX);

/** Whether chain, contract and ledger agree, as the active check says. */
export function solvencyOf(seen: readonly SeenProcess[]) {
  const samples = seen.flatMap(({ now }) => now.samples);
  const surplus = samples.filter(({ name }) => name === 'solvency_surplus_units');
  return {
    differs: sumOf(samples, 'solvency_difference'),
    checkedBlock: most(seen, 'solvency_checked_block'),
    ageSeconds: sumOf(samples, 'solvency_check_age_seconds'),
    surplus: surplus.map(({ labels, value }) => ({ token: labels['token'] ?? '', units: value })),
  };
}
