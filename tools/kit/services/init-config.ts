import { RECORD_KEEPERS, SERVICES } from '@exchange/core/kernel';
import { type Config, defineConfig, type Field } from '@exchange/platform';

type Password = Field<'string'>;

/** `account-service` → `ACCOUNT_SERVICE`. */
const shouted = (service: string): string => service.toUpperCase().replaceAll('-', '_');

function password(env: string, description: string): Password {
  return { env, type: 'string', description, secret: true };
}

/** One password for each service, named `<SERVICE>_<KIND>_PASSWORD`. */
function passwords<S extends string>(
  services: readonly S[],
  kind: 'DATABASE' | 'NATS',
  owner: (service: S) => string,
): Config<Record<S, Password>> {
  const fields = services.map((service) => [
    service,
    password(`${shouted(service)}_${kind}_PASSWORD`, `Password of ${owner(service)}.`),
  ]);
  return defineConfig(Object.fromEntries(fields) as Record<S, Password>);
}

/** What `init database` reads. */
export const databaseConfig = defineConfig({
  adminUrl: {
    env: 'DATABASE_ADMIN_URL',
    type: 'url',
    description: "The exchange's database, as a role that may create roles and schemas.",
    secret: true,
  },
  auditorPassword: password('AUDITOR_DATABASE_PASSWORD', 'Password of the role that reads everything.'),
  archivistPassword: {
    env: 'ARCHIVIST_DATABASE_PASSWORD',
    type: 'string',
    description:
      'Password of the role that archives old months of history (npm run archive); without it there is none.',
    secret: true,
    optional: true,
  },
});
export const rolePasswords = passwords(RECORD_KEEPERS, 'DATABASE', (service) => `the role of ${service}`);

const administratorPassword = password(
  'ADMINISTRATOR_NATS_PASSWORD',
  'Password of the user who owns the streams.',
);

/** What `init streams` reads. */
export const streamsConfig = defineConfig({
  natsUrl: {
    env: 'NATS_URL',
    type: 'url',
    description: 'The broker; several addresses separated by commas.',
    default: 'nats://127.0.0.1:4222',
  },
  administratorPassword,
  replicas: {
    env: 'NATS_REPLICAS',
    type: 'integer',
    description: 'On how many servers each message is stored; 3 in production.',
    default: 1,
  },
});

/** What `init nats-config` reads. */
export const brokerConfig = defineConfig({
  administratorPassword,
  port: { env: 'NATS_PORT', type: 'port', description: 'Where the broker listens.', default: 4222 },
  storeDir: {
    env: 'NATS_STORE_DIR',
    type: 'string',
    description: 'Where the broker keeps the streams.',
    default: '/data',
  },
});
export const userPasswords = passwords(SERVICES, 'NATS', (service) => `the broker's user of ${service}`);

/** What the commands for a development chain read. */
export const chainConfig = defineConfig({
  chainUrl: {
    env: 'CHAIN_URL',
    type: 'url',
    description: 'JSON-RPC address of a development chain.',
    default: 'http://127.0.0.1:8545',
  },
  exchangeName: {
    env: 'EXCHANGE_NAME',
    type: 'string',
    description: 'Name of the exchange in the EIP-712 domain.',
    default: 'Exchange',
  },
  contract: {
    env: 'EXCHANGE_CONTRACT',
    type: 'string',
    description: 'Address of a contract that is known; then nothing is looked for on the chain.',
    optional: true,
  },
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of its chain.', optional: true },
  startBlock: {
    env: 'CHAIN_START_BLOCK',
    type: 'integer',
    description: 'The block of its deployment.',
    optional: true,
  },
  file: {
    env: 'CONTRACT_FILE',
    type: 'string',
    description: 'The file of variables that contract-file writes.',
    default: '/deployment/exchange.env',
  },
});

/** What the commands that act at a development exchange's desk read. */
export const deskConfig = defineConfig({
  url: {
    env: 'OPERATOR_URL',
    type: 'url',
    description: "The operators' desk.",
    default: 'http://127.0.0.1:8082',
  },
  folder: {
    env: 'OPERATOR_FOLDER',
    type: 'string',
    description: 'The folder of what the two people sign in by.',
    default: '/deployment',
  },
  credentials: {
    env: 'OPERATOR_CREDENTIALS',
    type: 'string',
    description:
      'The two people as JSON (name, roles, password, totpSecret), for dev-people; without it they get passwords at random.',
    optional: true,
    secret: true,
  },
});
