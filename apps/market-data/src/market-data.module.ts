import { CLOCK, type Clock, PlatformModule, TURN, type Turn } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MarketDataConfig } from './config';
import { MarketDataHandler } from './market-data-handler';
import { MarketData1700000000001 } from './persistence/migrations';
import { levelsTable, listingTable, tradesTable } from './persistence/tables';
import { WindowTimer } from './window-timer';

/** Market data as a process of its own: the turn, and the timer that moves the 24-hour windows. */
@Module({})
export class MarketDataModule {
  static forConfig(config: MarketDataConfig): DynamicModule {
    const platform = PlatformModule.forService({
      name: 'market-data',
      config,
      tables: [tradesTable, levelsTable, listingTable],
      migrations: [MarketData1700000000001],
      handler: ({ database, clock }) => new MarketDataHandler(database, clock),
    });
    const windowTimer = (turn: Turn, clock: Clock) => new WindowTimer(turn, clock, config.windowMs);
    return {
      module: MarketDataModule,
      imports: [platform],
      providers: [{ provide: WindowTimer, useFactory: windowTimer, inject: [TURN, CLOCK] }],
    };
  }
}
