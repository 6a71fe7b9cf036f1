import { demoBarsField } from '@exchange/edge/deployment';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';

/** Everything that market-data reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  ...standbyFields,
  windowMs: {
    env: 'TICKER_WINDOW_MS',
    type: 'integer',
    description: 'How often tickers are looked at that change because their oldest trades pass 24 hours.',
    default: 5_000,
  },
  rateSource: {
    env: 'RATE_SOURCE',
    type: ['none', 'simulated', 'http'],
    description: 'Where conversion rates come from: nowhere, the simulated world, or RATE_SOURCES.',
    default: 'none',
  },
  rateSources: {
    env: 'RATE_SOURCES',
    type: 'string',
    description:
      'JSON list of {name, url, worths: [{asset, path, inverse?}], everyMs?, timeoutMs?, bytesMax?}: JSON APIs ' +
      'that say what assets are worth in USD.',
    default: '[]',
  },
  rateDeviationBps: {
    env: 'RATE_DEVIATION_BPS',
    type: 'integer',
    description: 'A source further from the median than this, in 1/10 000, is left out.',
    default: 200,
  },
  rateSourcesMin: {
    env: 'RATE_SOURCES_MIN',
    type: 'integer',
    description: 'With fewer sources close to each other there is no rate.',
    default: 2,
  },
  rateFreshMs: {
    env: 'RATE_FRESH_MS',
    type: 'integer',
    description: 'What a source said counts for so long.',
    default: 60_000,
  },
  simulatedSeed: {
    env: 'SIMULATED_RATES_SEED',
    type: 'string',
    description: 'The same seed gives the same rates at the same time.',
    default: 'exchange',
  },
  simulatedValues: {
    env: 'SIMULATED_WORTHS',
    type: 'list',
    description:
      'Rows asset:worth:swayPpm: the value in USD of each asset of the simulated world, and how far it sways.',
    default: [
      'ETH:3000:20000',
      'BTC:60000:20000',
      'WBTC:60000:20000',
      'LINK:15:20000',
      'DAI:1:500',
      'USDC:1:500',
      'JPY:0.0067:2000',
      'EUR:1.08:2000',
      'GBP:1.27:2000',
    ],
  },
  demoBarsBefore: demoBarsField,
  chainId: {
    env: 'CHAIN_ID',
    type: 'integer',
    description: 'Id of the chain; needed for demo bars alone.',
    optional: true,
  },
});

export type MarketDataConfig = ConfigOf<typeof config>;
