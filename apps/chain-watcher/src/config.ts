import { chainNodeFields } from '@exchange/contract/chain';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';

/** Everything the chain-watcher reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  ...standbyFields,
  ...chainNodeFields,
  contract: {
    env: 'EXCHANGE_CONTRACT',
    type: 'string',
    description: 'Address of the exchange contract.',
  },
  startBlock: {
    env: 'CHAIN_START_BLOCK',
    type: 'integer',
    description: "The block of the contract's deployment; what is older is never read.",
  },
  confirmations: {
    env: 'CHAIN_CONFIRMATIONS',
    type: 'integer',
    description:
      'Blocks on top of a block until it is final. Off development chains either this or `CHAIN_PROFILE` must be set, whose rule it overrules.',
    optional: true,
  },
  pollMs: {
    env: 'CHAIN_POLL_MS',
    type: 'integer',
    description: 'Pause between two looks at the chain; 250 on the dev chain.',
    default: 1_000,
  },
  behindPatienceMs: {
    env: 'CHAIN_BEHIND_PATIENCE_MS',
    type: 'integer',
    description:
      'A chain that could not be read for so long, or whose nodes are all behind, makes the service not ready (ms).',
    default: 60_000,
  },
});

export type ChainWatcherConfig = ConfigOf<typeof config>;
