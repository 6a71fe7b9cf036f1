import { ConfigError, type Clock } from '@exchange/platform';
import type { MarketDataConfig } from '../config';
import { HttpSource } from './http-source';
import { RateKeeper } from './rate-keeper';
import type { RateSource } from './rate-source';
import { SimulatedSource } from './simulated-source';
import { httpSources, simulatedValues } from './source-settings';

/** As many as a deployment with real ones should have. */
const SIMULATED_NAMES = ['simulated-1', 'simulated-2', 'simulated-3'];

/** The sources that the configuration chooses. Throws a ConfigError that says what is wrong with them. */
export function rateSources(config: MarketDataConfig, clock: Clock): readonly RateSource[] {
  switch (config.rateSource) {
    case 'none':
      return [];
    case 'http':
      return httpSources(config.rateSources).map((settings) => new HttpSource(settings));
    case 'simulated': {
      const values = simulatedValues(config.simulatedValues);
      return SIMULATED_NAMES.map((name) => new SimulatedSource(name, config.simulatedSeed, values, clock));
    }
  }
}

/** The rates under the rules of the configuration. */
export function rateKeeper({ rateDeviationBps, rateSourcesMin, rateFreshMs }: MarketDataConfig): RateKeeper {
  if (rateSourcesMin < 1) throw new ConfigError('RATE_SOURCES_MIN must be at least 1');
  if (rateDeviationBps < 0) throw new ConfigError('RATE_DEVIATION_BPS must not be below 0');
  return new RateKeeper({
    maxDeviationBps: rateDeviationBps,
    minSources: rateSourcesMin,
    freshMs: rateFreshMs,
  });
}
