import { CLOCK, LOG, METERS, PlatformModule, TURN } from '@exchange/edge/service-host';
import { type Clock, leaseTerms, type Log, type Meters, type Turn } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MarketDataConfig } from './config';
import { demoBars } from './demo-bars/demo-settings';
import { MarketDataHandler } from './market-data-handler';
import {
  DemoBars1767000000000,
  MarketData1700000000001,
  ReversedTrades1765500000000,
  TradesById1766500000000,
} from './persistence/migrations';
import {
  barsTable,
  demoBarsTable,
  levelsTable,
  listingTable,
  reversedTradesTable,
  tradesTable,
} from './persistence/tables';
import { measureRates } from './rate-meters';
import { RatePolls } from './rates/rate-polls';
import { rateKeeper, rateSources } from './rates/rate-sources';
import { WindowTimer } from './window-timer';

/** Market data as a process of its own: the turn, and the timer that moves the 24-hour windows. */
@Module({})
export class MarketDataModule {
  static forConfig(config: MarketDataConfig): DynamicModule {
    const rates = rateKeeper(config);
    const demo = demoBars(config);
    const platform = PlatformModule.forService({
      name: 'market-data',
      config,
      lease: leaseTerms(config),
      tables: [tradesTable, reversedTradesTable, barsTable, demoBarsTable, levelsTable, listingTable],
      migrations: [
        ...[MarketData1700000000001, ReversedTrades1765500000000, TradesById1766500000000],
        DemoBars1767000000000,
      ],
      handler: ({ database, clock }) => new MarketDataHandler(database, clock, rates, demo),
    });
    const windowTimer = (turn: Turn, clock: Clock) => new WindowTimer(turn, clock, config.windowMs);
    const ratePolls = (turn: Turn, clock: Clock, log: Log, meters: Meters) => {
      const polls = new RatePolls(rateSources(config, clock), turn, clock, log);
      measureRates(meters, { turn, polls, rates, clock });
      return polls;
    };
    return {
      module: MarketDataModule,
      imports: [platform],
      providers: [
        { provide: WindowTimer, useFactory: windowTimer, inject: [TURN, CLOCK] },
        { provide: RatePolls, useFactory: ratePolls, inject: [TURN, CLOCK, LOG, METERS] },
      ],
    };
  }
}
