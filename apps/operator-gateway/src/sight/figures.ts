import {
  chainMetrics,
  gatewayMetrics,
  marketMetrics,
  type MetricDefinition,
  moneyMetrics,
  processMetrics,
  turnMetrics,
} from '@exchange/contract/metrics';
import { isFault } from '@exchange/core/kernel';
import { quantileOf, type MetricSample, sumOf } from './read-metrics';
import type { MetricsReading, SeenAlarm, SeenProcess } from './sight';

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

type Metric = Pick<MetricDefinition, 'name'>;
type Fits = Parameters<typeof sumOf>[2];

/** Of several readers of the same thing, the one that is worst off. */
const most = (seen: readonly SeenProcess[], metric: Metric, fits?: Fits): number | undefined => {
  const values = seen.flatMap(({ now }) => sumOf(now.samples, metric, fits) ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
};

const total = (seen: readonly SeenProcess[], metric: Metric): number | undefined =>
  sumOf(
    seen.flatMap(({ now }) => now.samples),
    metric,
  );

/** What a counter of all processes rose by each second; one that began anew in between isn't known yet. */
function rate(seen: readonly SeenProcess[], metric: Metric, fits?: Fits): number | undefined {
  const rates = seen.flatMap(({ now, before }) => {
    const seconds = (now.at - before.at) / 1_000;
    const [newest, oldest] = [now, before].map(
      ({ samples }: MetricsReading) => sumOf(samples, metric, fits) ?? 0,
    );
    const isCounted = now.samples.some((sample: MetricSample) => sample.name === metric.name);
    if (!isCounted || seconds <= 0 || newest === undefined || oldest === undefined || newest < oldest)
      return [];
    return [(newest - oldest) / seconds];
  });
  return rates.length === 0 ? undefined : rates.reduce((sum, one) => sum + one, 0);
}

/** The golden signals, and what matters most here. */
export function figuresOf(seen: readonly SeenProcess[]): Figures {
  const { commandsEnded, commandSeconds, connections } = gatewayMetrics;
  const { oldestTrade, runway, unsettledTrades } = moneyMetrics;
  const samples = (which: 'now' | 'before') => seen.flatMap((one) => one[which].samples);
  const isRefused: Fits = ({ outcome }) => outcome !== 'ok';
  const isOurFault: Fits = ({ outcome = '' }) => isFault(outcome);
  return {
    commandsPerSecond: rate(seen, commandsEnded),
    refusalsPerSecond: rate(seen, commandsEnded, isRefused),
    faultsPerSecond: rate(seen, commandsEnded, isOurFault),
    tradesPerSecond: rate(seen, marketMetrics.marketTrades),
    answerSeconds: quantileOf(samples('before'), samples('now'), commandSeconds, 0.99),
    connections: total(seen, connections),
    unsettledTrades: total(seen, unsettledTrades),
    oldestTradeSeconds: most(seen, oldestTrade),
    runwayBatches: total(seen, runway),
    chainLagSeconds: most(seen, chainMetrics.chainLag),
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
  const { marketBacklog, marketOpenOrders, marketSpread, marketStopped } = marketMetrics;
  const names = new Set(samples.flatMap(({ labels }) => labels['market'] ?? []));
  return [...names].sort().map((market) => {
    const of = (metric: Metric) => most(seen, metric, (labels) => labels['market'] === market);
    return {
      ...{ market, openOrders: of(marketOpenOrders), spreadBps: of(marketSpread) },
      ...{ backlog: of(marketBacklog), isStopped: (of(marketStopped) ?? 0) > 0 },
    };
  });
}

/** A process as it says that it is. */
export interface ServiceFigures extends Pick<SeenProcess, 'name' | 'state' | 'role' | 'lacking'> {
  /** Whether it stood by before it became the active one. */
  readonly tookOver: boolean;
  readonly runningSeconds: number | undefined;
}

/** Every process. `at`: now, Unix ms. */
export const servicesOf = (seen: readonly SeenProcess[], at: number): readonly ServiceFigures[] =>
  seen.map(({ name, state, role, lacking, now }) => {
    const { samples } = state === 'away' ? { samples: [] } : now;
    const startedAt = sumOf(samples, processMetrics.resources.started);
    return {
      ...{ name, state, role, lacking },
      tookOver: (sumOf(samples, turnMetrics.takeovers) ?? 0) > 0,
      runningSeconds: startedAt === undefined ? undefined : Math.max(0, at / 1_000 - startedAt),
    };
  });

const ALARMS_MAX = 20;

/** An alarm as it was raised last, and how often its process has lately. */
export interface LastAlarm extends SeenAlarm {
  readonly times: number;
}

/** The newest alarms of all processes: one that a process repeats hides no other. */
export function lastAlarms(seen: readonly SeenProcess[]): readonly LastAlarm[] {
  const alarms = seen.flatMap((one) => one.alarms).sort((a, b) => b.at - a.at);
  const kinds = new Map<string, LastAlarm>();
  for (const alarm of alarms) {
    const kind = `${alarm.process} ${alarm.code}`;
    const newest = kinds.get(kind) ?? { ...alarm, times: 0 };
    kinds.set(kind, { ...newest, times: newest.times + 1 });
  }
  return [...kinds.values()].slice(0, ALARMS_MAX);
}

/** Whether chain, contract and ledger agree, as the active check says. */
export function solvencyOf(seen: readonly SeenProcess[]) {
  const samples = seen.flatMap(({ now }) => now.samples);
  const { solvencyAge, solvencyBlock, solvencyDifference, surplus } = moneyMetrics;
  const ofTokens = samples.filter(({ name }) => name === surplus.name);
  return {
    differs: sumOf(samples, solvencyDifference),
    checkedBlock: most(seen, solvencyBlock),
    ageSeconds: sumOf(samples, solvencyAge),
    surplus: ofTokens.map(({ labels, value }) => ({ token: labels['token'] ?? '', units: value })),
  };
}
