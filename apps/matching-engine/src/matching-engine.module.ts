import { PlatformModule } from '@exchange/platform';
import { type DynamicModule, Module } from '@nestjs/common';
import type { MatchingEngineConfig } from './config';
import { engineHandler } from './engine';
import { MarketReopening } from './market-reopening';
import { migrations, tables } from './persistence';

/** The engine's turn over the platform's parts. */
@Module({})
export class MatchingEngineModule {
  static with(config: MatchingEngineConfig): DynamicModule {
    const platform = PlatformModule.forService({
      name: 'matching-engine',
      config,
      tables,
      migrations,
      handler: (parts) => engineHandler(parts, config),
    });
    return { module: MatchingEngineModule, imports: [platform], providers: [MarketReopening] };
  }
}
