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
  chainUrl: {
    env: 'CHAIN_URL',
    type: 'url',
    description: 'JSON-RPC address of an Ethereum node.',
    default: 'http://127.0.0.1:8545',
  },
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
    description: 'Blocks on top of a block until it is final; 2 on the dev chain.',
    default: 12,
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
    description: 'A node whose head is lower than known counts as behind for so long, then as rolled back.',
    default: 60_000,
  },
});

export type ChainWatcherConfig = ConfigOf<typeof config>;
