import { hostname } from 'node:os';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  MAIN_WRITER,
  platformFields,
  processNameOf,
} from '@exchange/platform';
import { firstMap } from './assignment/market-map';
import type { MapEntry } from './persistence/tables';

/** Everything the matching-engine reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  engine: {
    env: 'ENGINE_NAME',
    type: 'string',
    description: 'Name of the engine; its active process and its standby have the same one.',
    default: MAIN_WRITER,
  },
  engineMarkets: {
    env: 'ENGINE_MARKETS',
    type: 'list',
    description:
      'With which the map of markets begins: MARKET=engine, and *=engine for all others. Once there is a map, operators change it.',
    default: [`*=${MAIN_WRITER}`],
  },
  instance: {
    env: 'ENGINE_INSTANCE',
    type: 'string',
    description:
      'Name of this process among those of its engine; one that is started again under it goes on at once.',
    default: hostname(),
    defaultIs: 'name of the host',
  },
  leaseMs: {
    env: 'LEASE_MS',
    type: 'integer',
    description: 'A standby takes over when the active process has not renewed its lease for so long, in ms.',
    default: 2_000,
  },
  warmUpCommands: {
    env: 'WARM_UP_COMMANDS',
    type: 'integer',
    description:
      'Commands that a throw-away market matches before the start, for at most a second; 0 for none.',
    default: 20_000,
  },
  ratesWaitMs: {
    env: 'RATES_WAIT_MS',
    type: 'integer',
    description: 'So long a restarted market waits at most for fresh rates of its pegged orders, in ms.',
    default: 10_000,
  },
  snapshotEvery: {
    env: 'SNAPSHOT_EVERY',
    type: 'integer',
    description:
      'Reports of a market after which it gets a new snapshot; a start does those since then again.',
    default: 1_000,
  },
  eventsPerTurn: {
    env: 'EVENTS_PER_TURN',
    type: 'integer',
    description:
      "Events, or units of work, after which the rest of the markets' work waits for the next turn.",
    default: 20_000,
  },
});

export type MatchingEngineConfig = ConfigOf<typeof config> & { readonly firstMap: readonly MapEntry[] };

/** Reads the environment. Throws a ConfigError that lists the problems. */
export function engineConfig(
  environment: Readonly<Record<string, string | undefined>>,
): MatchingEngineConfig {
  const values = config.parse(environment);
  const instance = processNameOf(values.instance);
  return { ...values, instance, firstMap: firstMap(values.engine, values.engineMarkets) };
}
