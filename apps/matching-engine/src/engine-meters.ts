import { marketMetrics } from '@exchange/contract/metrics';
import { METERS, READINESS, TURN, TURN_HANDLER } from '@exchange/edge/service-host';
import type { Meters, Readiness, Turn } from '@exchange/platform';
import type { FactoryProvider } from '@nestjs/common';
import type { EngineTurn } from './engine-turn';
import type { ProcessorFigures } from './markets/market-processor';

const ENGINE_METERS = Symbol('meters of the engine');

/** Says, to whoever asks for readiness or metrics, which engine this is, whether it is active, and how its markets are. */
export const engineMeters = (engine: string): FactoryProvider => ({
  provide: ENGINE_METERS,
  inject: [READINESS, METERS, TURN, TURN_HANDLER],
  useFactory: (readiness: Readiness, meters: Meters, turn: Turn, handler: EngineTurn) => {
    readiness.tell('engine', () => engine);
    meters.read(marketMetrics.engineActive, () => [[[engine], turn.isStandingBy ? 0 : 1]]);
    meters.read(marketMetrics.verifiedReports, () => handler.verifiedReports);
    measureMarkets(meters, turn, handler);
    return meters;
  },
});

/** A standby says nothing of its markets: two processes must not tell of one. */
function measureMarkets(meters: Meters, turn: Turn, handler: EngineTurn): void {
  const ofMarkets = (of: (figures: ProcessorFigures) => number) => () =>
    turn.isStandingBy
      ? []
      : handler.processors.map(({ market, figures }) => [[market], of(figures)] as const);
  meters.read(
    marketMetrics.marketTrades,
    ofMarkets(({ trades }) => trades),
  );
  meters.read(
    marketMetrics.marketOpenOrders,
    ofMarkets(({ openOrders }) => openOrders),
  );
  meters.read(
    marketMetrics.marketBacklog,
    ofMarkets(({ backlog }) => backlog),
  );
  meters.read(
    marketMetrics.marketStopped,
    ofMarkets(({ isStopped }) => (isStopped ? 1 : 0)),
  );
}
