import { feeScheduleField } from '@exchange/edge/deployment';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';
import { type GroupTerms, groupMap } from './groups/group-map';

/** Everything the account-service reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...databaseFields,
  ...standbyFields,
  groups: {
    env: 'ACCOUNT_GROUPS',
    type: 'list',
    description:
      'Groups of the 64 partitions of accounts, the same for all processes: name=partitions@process, such as a=0-31@first,b=32-63@second. Without it they stay as they are; at first one has all.',
    default: [],
  },
  exchangeName: {
    env: 'EXCHANGE_NAME',
    type: 'string',
    description: 'Name of the exchange in the EIP-712 domain, as the contract was deployed with.',
  },
  chainId: {
    env: 'CHAIN_ID',
    type: 'integer',
    description: 'The chain of the exchange contract.',
  },
  contract: {
    env: 'EXCHANGE_CONTRACT',
    type: 'string',
    description: 'Address of the exchange contract.',
  },
  loginDomain: {
    env: 'LOGIN_DOMAIN',
    type: 'string',
    description: 'The web domain of the exchange: sign-in texts (EIP-4361) for any other are refused.',
    default: 'localhost',
  },
  grantKey: {
    env: 'GRANT_KEY',
    type: 'string',
    description: 'Key of at least 32 bytes in hex that authenticates grants; every replica has the same.',
    secret: true,
  },
  vaultKey: {
    env: 'VAULT_KEY',
    type: 'string',
    description: 'Key of 32 bytes in hex that seals the secrets of getTOTPSalt; without it they are lost.',
    secret: true,
  },
  solvencyKey: {
    env: 'SOLVENCY_KEY',
    type: 'string',
    description:
      'Key of at least 32 bytes in hex from which the salts of what accounts are owed follow; solvency has the same.',
    secret: true,
  },
  grantHours: {
    env: 'GRANT_HOURS',
    type: 'integer',
    description: 'How long a login lasts on one connection.',
    default: 24,
  },
  withdrawalSeconds: {
    env: 'WITHDRAWAL_SECONDS',
    type: 'integer',
    description: 'How long a co-signed withdrawal can be mined.',
    default: 3600,
  },
  maxFeeBps: {
    env: 'MAX_FEE_BPS',
    type: 'integer',
    description:
      "The most that fees may be, in 1/10 000; the contract's own maximum, or one that its timelock announced, counts when it is lower.",
    default: 200,
  },
  fees: feeScheduleField,
  feeNoticeSeconds: {
    env: 'FEE_NOTICE_SECONDS',
    type: 'integer',
    description: 'How long before its start another schedule of fees must be announced.',
    default: 86_400,
  },
  settlementFee: {
    env: 'SETTLEMENT_FEE',
    type: 'boolean',
    description: 'Whether takers pay for the gas of settling their trades.',
    default: false,
  },
  settlementGas: {
    env: 'SETTLEMENT_GAS',
    type: 'integer',
    description: 'Gas of settling one trade, for SETTLEMENT_FEE.',
    default: 97_000,
  },
  withdrawalFee: {
    env: 'WITHDRAWAL_FEE',
    type: 'boolean',
    description: 'Whether a submitted withdrawal must allow a fee that pays for its gas.',
    default: true,
  },
  withdrawalGas: {
    env: 'WITHDRAWAL_GAS',
    type: 'integer',
    description: 'Gas of giving one withdrawal to the contract, for WITHDRAWAL_FEE.',
    default: 120_000,
  },
  withdrawalShareBps: {
    env: 'WITHDRAWAL_SHARE_BPS',
    type: 'integer',
    description:
      'The part of a submitted withdrawal that its fee may be, in 1/10 000: smaller ones are refused, unless the listing has a minimum of its own.',
    default: 1_000,
  },
  cachedAccounts: {
    env: 'CACHED_ACCOUNTS',
    type: 'integer',
    description: 'Accounts kept in memory; others are read from the database when they are needed.',
    default: 50_000,
  },
  noticesKeptMs: {
    env: 'NOTICES_KEPT_MS',
    type: 'integer',
    description: 'How long notices are kept for gateways that missed them.',
    default: 600_000,
  },
});

export type AccountServiceConfig = Omit<ConfigOf<typeof config>, 'groups'> & {
  readonly groups: readonly GroupTerms[];
};

/** Reads the environment. Throws a ConfigError that lists the problems. */
export function accountConfig(
  environment: Readonly<Record<string, string | undefined>>,
): AccountServiceConfig {
  const values = config.parse(environment);
  return { ...values, groups: groupMap(values.groups) };
}
