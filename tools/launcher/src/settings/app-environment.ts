import { keepsRecord, type ServiceName } from '@exchange/core/kernel';
import type { LocalDeployment } from '../../../kit/chain/deploy';
import type { Ports } from '../../../kit/running/ports';
import { CONFIRMATIONS } from '../chain/chain-state';
import { heldKeys, type KeyEnvironment } from '../signer/operator-keys';
import { type AppProcess, internalUrl, type ShownProcess } from './processes';
import type { Secrets } from './secrets';

/** Where the parts are that the apps stand on, and what lies on the chain. */
export interface AppDeps {
  readonly ports: Ports;
  readonly secrets: Secrets;
  /** What the desk looks at. */
  readonly processes: readonly ShownProcess[];
  /** Who may come to the desk. */
  readonly peopleFile: string;
  /** Without a user: each app comes as its own role. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly chainUrl: string;
  /** The same, when it is the launcher's own node; somebody else's is no page's business. */
  readonly publicRpcUrl?: string;
  readonly deployment: LocalDeployment;
  readonly keys: KeyEnvironment;
  /** Before when bars are demo bars, Unix ms; absent where there are none. */
  readonly demoBarsBefore?: number;
  /** What the metrics name. */
  readonly buildId: string;
  /** Where the trading page was built. */
  readonly webFolder?: string;
}

export const databasePassword = (secrets: Secrets, role: string): string => secrets.of(`database ${role}`);
export const natsPassword = (secrets: Secrets, user: string): string => secrets.of(`nats ${user}`);

/** The secrets that one app alone may know. */
function ownSecrets(app: ServiceName, { secrets, keys }: AppDeps): NodeJS.ProcessEnv {
  switch (app) {
    case 'account-service':
      return {
        ...{ GRANT_KEY: secrets.of('grant key'), VAULT_KEY: secrets.of('vault key') },
        SOLVENCY_KEY: secrets.of('solvency key'),
      };
    case 'solvency':
      return { SOLVENCY_KEY: secrets.of('solvency key') };
    case 'settlement-service':
    case 'attester':
      return heldKeys(app, keys);
    case 'matching-engine':
    case 'market-data':
    case 'chain-watcher':
    case 'operator-gateway':
    case 'rest-gateway':
    case 'ws-gateway':
      return {};
  }
}

/** What tells a process from the others of its app. */
function ownPlace({ app, name, publicPort, accountGroups }: AppProcess): NodeJS.ProcessEnv {
  switch (app) {
    case 'rest-gateway':
      return { SERVICE_INSTANCE: name, REST_PORT: String(publicPort) };
    case 'ws-gateway':
      return { SERVICE_INSTANCE: name, WS_PORT: String(publicPort) };
    case 'operator-gateway':
      return { SERVICE_INSTANCE: name, OPERATOR_PORT: String(publicPort) };
    case 'matching-engine':
      return { ENGINE_INSTANCE: name };
    case 'market-data':
    case 'chain-watcher':
    case 'attester':
    case 'solvency':
      return { SERVICE_INSTANCE: name };
    case 'settlement-service': {
      // What a chaos puts before the node that settlement sends to.
      const front = process.env['SETTLEMENT_CHAIN_URL'];
      return { SERVICE_INSTANCE: name, ...(front ? { CHAIN_URL: front } : {}) };
    }
    case 'account-service':
      return {
        SERVICE_INSTANCE: name,
        ...(accountGroups === undefined ? {} : { ACCOUNT_GROUPS: accountGroups }),
      };
  }
}

/**
 * The environment of a process of an app. What the person at the console has set for it, such as LOG_LEVEL, goes on to
 * it.
 */
export function appEnvironment(own: AppProcess, deps: AppDeps): NodeJS.ProcessEnv {
  const { app, internalPort } = own;
  const { ports, secrets, processes, peopleFile, databaseUrl, natsUrl, chainUrl, deployment, buildId } = deps;
  const { publicRpcUrl, webFolder, demoBarsBefore } = deps;
  return {
    ...process.env,
    NODE_ENV: 'production',
    NATS_URL: natsUrl,
    NATS_USER: own.name,
    NATS_PASSWORD: natsPassword(secrets, app),
    INTERNAL_PORT: String(internalPort),
    BUILD_ID: buildId,
    DATABASE_URL: databaseUrl,
    ...(keepsRecord(app) ? { DATABASE_PASSWORD: databasePassword(secrets, app) } : {}),
    PUBLIC_WEBSOCKET_URL: `ws://127.0.0.1:${ports.websocket}/ws/v1`,
    ...(publicRpcUrl === undefined ? {} : { PUBLIC_RPC_URL: publicRpcUrl }),
    ...(demoBarsBefore === undefined ? {} : { DEMO_BARS_BEFORE: String(demoBarsBefore) }),
    // Its clients are on this machine, and know how to come back.
    WS_DRAIN_SECONDS: '0',
    // Loads come from here; limits can be tried from 127.0.0.2.
    RAISED_ADDRESSES: '127.0.0.1/32=20000',
    EXCHANGE_NAME: deployment.name,
    EXCHANGE_NETWORK: 'dev',
    EXCHANGE_CONTRACT: deployment.contract,
    CHAIN_URL: chainUrl,
    ATTESTER_CHAIN_URL: chainUrl,
    CHAIN_ID: String(deployment.chainId),
    CHAIN_START_BLOCK: String(deployment.blockNumber),
    CHAIN_CONFIRMATIONS: String(CONFIRMATIONS),
    CHAIN_POLL_MS: '250',
    BATCH_AGE_MS: '500',
    BATCH_TRIAL_SECONDS: '10',
    SOLVENCY_CHECK_MS: '250',
    FEE_NOTICE_SECONDS: process.env['FEE_NOTICE_SECONDS'] || '2',
    OPERATOR_PEOPLE_FILE: peopleFile,
    OPERATOR_WATCHED: processes.map((one) => `${one.name}=${internalUrl(one)}`).join(),
    ...(app === 'rest-gateway' && webFolder !== undefined ? { WEB_FOLDER: webFolder } : {}),
    RATE_SOURCE: process.env['RATE_SOURCE'] || 'simulated',
    ...ownPlace(own),
    ...ownSecrets(app, deps),
  };
}
