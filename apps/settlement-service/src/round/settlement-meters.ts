import { moneyMetrics } from '@exchange/contract/metrics';
import { type Clock, inSeconds, type Meters } from '@exchange/platform';
import type { BatchStage } from '../batches/batch';
import type { SettlementState } from '../settlement-state';
import type { TradeStage } from '../trades/settling-trade';
import type { SettlementMetrics, SettlerFunds, SettlersAtWork } from './settlement-metrics';

interface Measured {
  readonly state: SettlementState;
  readonly clock: Clock;
  /** With fewer batches to go a settler counts as low. */
  readonly runwayMin: number;
}

/** What settlement measures: of its state when it is asked, of money and nodes as a round found them last. */
export function createSettlementMetrics(
  meters: Meters,
  { state, clock, runwayMin }: Measured,
): SettlementMetrics {
  measureTrades(meters, state, clock);
  measureBatches(meters, state);
  let funds: SettlerFunds | undefined;
  let atWork: SettlersAtWork | undefined;
  meters.read(moneyMetrics.settlerBalance, () => funds && Number(funds.balance));
  meters.read(moneyMetrics.gasPrice, () => funds && Number(funds.price));
  meters.read(moneyMetrics.runway, () => funds && Number(funds.runway));
  meters.read(moneyMetrics.runwayMin, () => runwayMin);
  meters.read(moneyMetrics.settlersFit, () => atWork?.fit);
  meters.read(moneyMetrics.settlerActive, () =>
    atWork?.all.map((settler, place) => [[String(place + 1)], settler === atWork?.active ? 1 : 0] as const),
  );
  const answers = meters.count(moneyMetrics.settlerTransactions);
  const settled = meters.spread(moneyMetrics.settledSeconds).of();
  return {
    funds: (found) => void (funds = found),
    settlers: (found) => void (atWork = found),
    answered: (kind) => void (answers.of(kind).count += 1),
    looked() {
      for (const ms of state.takeSettledAfter()) settled.observe(inSeconds(ms));
    },
  };
}

const MINED: ReadonlySet<TradeStage> = new Set(['mined', 'final']);

function measureTrades(meters: Meters, { trades, chain }: SettlementState, clock: Clock): void {
  const stages = ['waiting', 'open', 'sent', 'mined', 'quarantined'] as const;
  meters.read(moneyMetrics.unsettledTrades, () => {
    const counts = new Map<TradeStage, number>(stages.map((stage) => [stage, 0]));
    for (const { stage } of trades.all()) counts.set(stage, (counts.get(stage) ?? 0) + 1);
    return Array.from(counts, ([stage, count]) => [[stage], count] as const);
  });
  meters.read(moneyMetrics.unsettledValue, () => {
    // Each token is there, at 0 when all of it is settled.
    const values = new Map<string, bigint>();
    for (const id of chain.tokenIds.values()) values.set(String(id), 0n);
    for (const { maker, taker } of trades.all()) {
      for (const leg of [maker, taker]) {
        const id = leg && chain.tokenIds.get(leg.order.terms.buyToken);
        if (leg && id !== undefined) values.set(String(id), (values.get(String(id)) ?? 0n) + leg.bought);
      }
    }
    return Array.from(values, ([id, units]) => [[id], Number(units)] as const);
  });
  meters.read(moneyMetrics.oldestTrade, () => {
    const now = clock.now();
    let oldest = now;
    for (const { stage, since } of trades.all()) if (!MINED.has(stage)) oldest = Math.min(oldest, since);
    return inSeconds(now - oldest);
  });
}

function measureBatches(meters: Meters, { batches }: SettlementState): void {
  const stages = ['prepared', 'sent', 'mined', 'expired'] as const;
  meters.read(moneyMetrics.openBatches, () => {
    const counts = new Map<BatchStage, number>(stages.map((stage) => [stage, 0]));
    for (const { stage } of batches.open()) counts.set(stage, (counts.get(stage) ?? 0) + 1);
    return Array.from(counts, ([stage, count]) => [[stage], count] as const);
  });
  meters.read(moneyMetrics.endedBatches, () =>
    Object.entries(batches.ended).map(([outcome, count]) => [[outcome], count] as const),
  );
}
