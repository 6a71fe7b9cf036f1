import { type ServiceName, SERVICES } from '@exchange/core/kernel';
import type { Field } from '@exchange/platform';
import { config as accountService } from '../../../apps/account-service/src/config';
import { config as attester } from '../../../apps/attester/src/config';
import { config as chainWatcher } from '../../../apps/chain-watcher/src/config';
import { config as marketData } from '../../../apps/market-data/src/config';
import { config as matchingEngine } from '../../../apps/matching-engine/src/config';
import { config as operatorGateway } from '../../../apps/operator-gateway/src/config';
import { config as restGateway } from '../../../apps/rest-gateway/src/config';
import { config as settlementService } from '../../../apps/settlement-service/src/config';
import { config as solvency } from '../../../apps/solvency/src/config';
import { config as wsGateway } from '../../../apps/ws-gateway/src/config';
import {
  brokerConfig,
  chainConfig,
  databaseConfig,
  deskConfig,
  rolePasswords,
  streamsConfig,
  userPasswords,
} from '../../kit/services/init-config';
import { signerConfig } from '../../kit/services/signer-config';

/** A configuration: its fields, and the table that shows them. */
export interface SettingsTable {
  readonly fields: Readonly<Record<string, Field>>;
  reference(): string;
}

/** What each app reads from its environment. */
export const APP_SETTINGS = {
  'account-service': accountService,
  'matching-engine': matchingEngine,
  'market-data': marketData,
  'chain-watcher': chainWatcher,
  'settlement-service': settlementService,
  attester,
  solvency,
  'operator-gateway': operatorGateway,
  'rest-gateway': restGateway,
  'ws-gateway': wsGateway,
} as const satisfies Record<ServiceName, SettingsTable>;

/** What the commands of `init` read. */
export const INIT_SETTINGS: Readonly<Record<string, readonly SettingsTable[]>> = {
  database: [databaseConfig, rolePasswords],
  streams: [streamsConfig],
  'nats-config': [brokerConfig, userPasswords],
  'dev-contract, contract-file, dev-markets': [chainConfig],
  'dev-people, dev-markets': [deskConfig],
};

/** What the remote signer reads, which operators run beside the services. */
export const SIGNER_SETTINGS: SettingsTable = signerConfig;

/** What only the chain knows; on a development chain it is found there and comes from a file. */
export const OF_THE_CONTRACT: readonly string[] = ['EXCHANGE_CONTRACT', 'CHAIN_ID', 'CHAIN_START_BLOCK'];

export const fieldsOf = (app: ServiceName): readonly Field[] =>
  Object.values<Field>((APP_SETTINGS[app] as SettingsTable).fields);

/** What decides whom of a chain's nodes is believed, and when a block is final: the same for all who read the chain. */
export const JUDGING: readonly string[] = [
  ...['CHAIN_PROFILE', 'CHAIN_CONFIRMATIONS', 'CHAIN_QUORUM', 'CHAIN_CHECK_HEADERS'],
];

export const APPS_WITH_A_CHAIN = SERVICES.filter((app) =>
  fieldsOf(app).some(({ env }) => env === 'CHAIN_PROFILE'),
);

export const initFields: readonly Field[] = Object.values(INIT_SETTINGS)
  .flat()
  .flatMap(({ fields }) => Object.values<Field>(fields));

/** A key without which there is no start. */
export const isRequired = (field: Field): boolean => field.default === undefined && field.optional !== true;
