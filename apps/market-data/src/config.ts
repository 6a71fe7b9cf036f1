import { type ConfigOf, databaseFields, defineConfig, platformFields } from '@exchange/platform';

/** Everything that market-data reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  windowMs: {
    env: 'TICKER_WINDOW_MS',
    type: 'integer',
    description: 'How often tickers are looked at that change because their oldest trades pass 24 hours.',
    default: 5_000,
  },
});

export type MarketDataConfig = ConfigOf<typeof config>;
