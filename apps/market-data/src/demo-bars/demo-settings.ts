import { demoBarsBefore } from '@exchange/edge/deployment';
import type { MarketDataConfig } from '../config';
import { simulatedValues } from '../rates/source-settings';
import { DemoBars } from './demo-bars';

/** The demo bars that the configuration wishes for; undefined where it doesn't. Throws a ConfigError off development chains. */
export function demoBars(config: MarketDataConfig): DemoBars | undefined {
  const before = demoBarsBefore(config);
  if (before === undefined) return undefined;
  const values = simulatedValues(config.simulatedValues).map(({ asset, value }) => [asset, value] as const);
  return new DemoBars({ before, values: new Map(values) });
}
