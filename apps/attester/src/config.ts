import { chainNodeFields } from '@exchange/contract/chain';
import { keyFields } from '@exchange/edge/keys';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';

const OWN_NODES =
  'JSON-RPC addresses of nodes of its own, separated by commas, instead of `ATTESTER_CHAIN_URL`: not those that settlement-service has.';

/** Everything the attester reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  ...standbyFields,
  exchangeName: {
    env: 'EXCHANGE_NAME',
    type: 'string',
    description: 'Name of the exchange in the EIP-712 domain, as the contract was deployed with.',
  },
  ...chainNodeFields,
  chainUrls: { ...chainNodeFields.chainUrls, env: 'ATTESTER_RPC_URLS', description: OWN_NODES },
  chainUrl: { ...chainNodeFields.chainUrl, env: 'ATTESTER_CHAIN_URL' },
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of the chain; the node must agree.' },
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
  ...keyFields('attester', 'Signs batches, and holds no ether.'),
  ...keyFields('cosigner', 'Signs withdrawals, and holds no ether.'),
  roundMs: {
    env: 'ATTESTER_ROUND_MS',
    type: 'integer',
    description: 'Pause between two looks at the chain.',
    default: 250,
  },
  longestSeconds: {
    env: 'ATTESTED_SECONDS_MAX',
    type: 'integer',
    description: 'The longest that a batch may be valid, in seconds of block time from the newest block.',
    default: 900,
  },
  trialSeconds: {
    env: 'ATTESTED_TRIAL_SECONDS_MAX',
    type: 'integer',
    description: 'The same of a batch with which the contract is only asked what it would say.',
    default: 120,
  },
});

export type AttesterConfig = ConfigOf<typeof config>;
