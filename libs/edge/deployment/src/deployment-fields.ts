import type { Values } from '@exchange/platform';

/**
 * The same for gateways and account-service: the first schedule, until account-service has it on record. From then on that is
 * what counts, and others are announced.
 */
export const feeScheduleField = {
  env: 'FEE_SCHEDULE',
  type: 'list',
  description:
    'The first fee schedule, which counts until it is on record: rows volume:makerPpm:takerPpm by rising 30-day volume in ETH. Later ones are announced.',
  default: ['0:0:2500', '100:-200:2000', '1000:-500:1500'],
} as const;

/** The same for gateways and market-data. */
export const demoBarsField = {
  env: 'DEMO_BARS_BEFORE',
  type: 'integer',
  description:
    'Unix ms: charts have made-up bars of the weeks before it; on development chains (31337, 1337) only.',
  optional: true,
} as const;

/** What a gateway must know of the deployment. Spread it into `defineConfig`. */
export const deploymentFields = {
  exchangeName: {
    env: 'EXCHANGE_NAME',
    type: 'string',
    description: 'Name of the exchange in the EIP-712 domain, as the contract was deployed with.',
  },
  network: {
    env: 'EXCHANGE_NETWORK',
    type: 'string',
    description: 'Name of the network that clients see, e.g. main, sepolia, dev.',
    default: 'dev',
  },
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of the chain.' },
  contract: {
    env: 'EXCHANGE_CONTRACT',
    type: 'string',
    description: 'Address of the exchange contract.',
  },
  confirmations: {
    env: 'CHAIN_CONFIRMATIONS',
    type: 'integer',
    description: 'Blocks until what happened on the chain counts as final.',
    default: 12,
  },
  fees: feeScheduleField,
  websocketUrl: {
    env: 'PUBLIC_WEBSOCKET_URL',
    type: 'url',
    description: 'Where clients reach the websocket, e.g. wss://ws.example.org/ws/v1.',
    optional: true,
  },
  explorerUrl: {
    env: 'EXPLORER_URL',
    type: 'url',
    description: 'The block explorer of the chain, e.g. https://etherscan.io.',
    optional: true,
  },
  rpcUrl: {
    env: 'PUBLIC_RPC_URL',
    type: 'url',
    description:
      'A node of the chain that pages may ask, without credentials; on development chains (31337, 1337) only.',
    optional: true,
  },
  demoBarsBefore: demoBarsField,
} as const;

export type DeploymentConfig = Values<typeof deploymentFields>;
