import { type ConfigOf, databaseFields, defineConfig, platformFields } from '@exchange/platform';

/** Everything the matching-engine reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
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
    description: 'Events of one market after which the rest of its work waits for the next turn.',
    default: 20_000,
  },
});

export type MatchingEngineConfig = ConfigOf<typeof config>;
