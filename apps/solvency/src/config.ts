import { chainNodeFields } from '@exchange/contract/chain';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';

/** Everything the standing solvency check reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  ...standbyFields,
  // Best others than the chain-watcher reads, so that no one node deceives both.
  ...chainNodeFields,
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of the chain that holds the contract.' },
  contract: { env: 'EXCHANGE_CONTRACT', type: 'string', description: 'Address of the exchange contract.' },
  startBlock: {
    env: 'CHAIN_START_BLOCK',
    type: 'integer',
    description: "The block of the contract's deployment; what is older is never read.",
  },
  solvencyKey: {
    env: 'SOLVENCY_KEY',
    type: 'string',
    description:
      'Key of at least 32 bytes in hex from which the salts of what accounts are owed follow; account-service has the same.',
    secret: true,
  },
  checkMs: {
    env: 'SOLVENCY_CHECK_MS',
    type: 'integer',
    description: 'Pause between two checks; each takes the newest final block.',
    default: 1_000,
  },
  balancesPerCheck: {
    env: 'SOLVENCY_BALANCES_PER_CHECK',
    type: 'integer',
    description:
      'So many balances that no event names are read from the contract again in each check, in turn.',
    default: 1_000,
  },
  partitionsPerCheck: {
    env: 'SOLVENCY_PARTITIONS_PER_CHECK',
    type: 'integer',
    description: 'So many of the 64 partitions are compared account by account in each check, in turn.',
    default: 8,
  },
  cleanChecks: {
    env: 'SOLVENCY_CLEAN_CHECKS',
    type: 'integer',
    description: 'After so many checks of later blocks that find nothing, a difference is over.',
    default: 3,
  },
  silentMs: {
    env: 'SOLVENCY_SILENT_MS',
    type: 'integer',
    description: 'After so long without a check that could be made, it is said (alarm solvency_unknown).',
    default: 60_000,
  },
});

export type SolvencyConfig = ConfigOf<typeof config>;
