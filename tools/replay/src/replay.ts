import type { OrderStore } from '@exchange/core/matching';
import { type MarketFinding, MarketReplay } from './market-replay';
import type { RecordedMarket, RecordedReport, RecordingSink } from './recording';

/** Replays a recording as it comes. */
export class Replay implements RecordingSink {
  private readonly markets: MarketReplay[] = [];

  constructor(private readonly newStore: () => OrderStore) {}

  begin(market: RecordedMarket): void {
    this.markets.push(new MarketReplay(market, this.newStore));
  }

  report(report: RecordedReport): void {
    this.markets.at(-1)?.report(report);
  }

  findings(): MarketFinding[] {
    return this.markets.map((market) => market.finding());
  }
}
