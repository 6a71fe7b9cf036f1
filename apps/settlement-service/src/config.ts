import { chainNodeFields } from '@exchange/contract/chain';
import { settlerKeyFields } from '@exchange/edge/keys';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';

/** Everything the settlement-service reads from its environment. */
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
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of the chain; the node must agree.' },
  contract: {
    env: 'EXCHANGE_CONTRACT',
    type: 'string',
    description: 'Address of the exchange contract.',
  },
  startBlock: {
    env: 'CHAIN_START_BLOCK',
    type: 'integer',
    description:
      "The block of the contract's deployment: what its timelock has announced is read from there.",
  },
  ...settlerKeyFields,
  roundMs: {
    env: 'SETTLEMENT_ROUND_MS',
    type: 'integer',
    description: 'Pause between two rounds.',
    default: 250,
  },
  batchTrades: {
    env: 'BATCH_TRADES',
    type: 'integer',
    description: 'Trades in one batch, 1 to 128.',
    default: 64,
  },
  batchAgeMs: {
    env: 'BATCH_AGE_MS',
    type: 'integer',
    description:
      'A batch that is not full is sent when its oldest trade has waited so long; 500 on the dev chain.',
    default: 15_000,
  },
  inFlight: {
    env: 'BATCHES_IN_FLIGHT',
    type: 'integer',
    description: 'Batches that may be on their way at once.',
    default: 4,
  },
  validForSeconds: {
    env: 'BATCH_VALID_SECONDS',
    type: 'integer',
    description: 'Block time until the contract refuses a batch.',
    default: 600,
  },
  trialSeconds: {
    env: 'BATCH_TRIAL_SECONDS',
    type: 'integer',
    description:
      'The same of a trial, with which the contract is only asked what it would say: a few blocks; 10 on the dev chain.',
    default: 60,
  },
  resendMs: {
    env: 'BATCH_RESEND_MS',
    type: 'integer',
    description: 'A batch that is not mined is given to the node again after this time.',
    default: 15_000,
  },
  raiseFeeMs: {
    env: 'BATCH_RAISE_FEE_MS',
    type: 'integer',
    description:
      'A batch that is not mined is signed again with a fee of today after this time, above that of what the node has.',
    default: 90_000,
  },
  maxFeeGwei: {
    env: 'MAX_FEE_GWEI',
    type: 'integer',
    description: "The most that is ever paid for a unit of gas; the chain profile's if not set, else 500.",
    optional: true,
  },
  maxTipGwei: {
    env: 'MAX_TIP_GWEI',
    type: 'integer',
    description: "The most that is followed of the market's tips; the chain profile's if not set, else 10.",
    optional: true,
  },
  dearFeeGwei: {
    env: 'DEAR_FEE_GWEI',
    type: 'integer',
    description:
      "Above this price of a unit of gas a batch waits until it is full, or its oldest trade for a quarter of `LATE_TRADE_SECONDS`; the chain profile's if not set, else gas is never dear.",
    optional: true,
  },
  runwayBatches: {
    env: 'SETTLER_RUNWAY_BATCHES',
    type: 'integer',
    description:
      "The settler's balance alarms when it pays for fewer full batches at the present price; 500 last two hours at a batch each 15 seconds.",
    default: 500,
  },
  floorBatches: {
    env: 'SETTLER_FLOOR_BATCHES',
    type: 'integer',
    description:
      'With several keys: a settler whose balance pays for fewer full batches at the present price gives its place to the next one. It gets the place back with twice as much.',
    default: 10,
  },
  awaySeconds: {
    env: 'SETTLER_AWAY_SECONDS',
    type: 'integer',
    description:
      "With several keys: a settler whose remote signer gives nothing for so long, or hasn't its key, gives its place to the next one. A refusal by its policy moves nothing.",
    default: 30,
  },
  lateTradeSeconds: {
    env: 'LATE_TRADE_SECONDS',
    type: 'integer',
    description: 'An unmined trade older than this alarms; at most an eighth of the waiting period.',
    default: 10_800,
  },
});

export type SettlementConfig = ConfigOf<typeof config>;
