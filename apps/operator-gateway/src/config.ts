import { chainNodeFields } from '@exchange/contract/chain';
import {
  type ConfigOf,
  databaseFields,
  defineConfig,
  platformFields,
  standbyFields,
} from '@exchange/platform';
import { oidcFields } from './login/oidc/oidc-fields';
import { sightFields } from './sight/watched-processes';

/** Everything the operator-gateway reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...chainNodeFields,
  ...oidcFields,
  ...sightFields,
  ...databaseFields,
  ...standbyFields,
  host: {
    env: 'OPERATOR_HOST',
    type: 'string',
    description: "Address of the desk's page and API; never one that the public reaches.",
    default: '127.0.0.1',
  },
  port: {
    env: 'OPERATOR_PORT',
    type: 'port',
    description: "Port of the desk's page and API; 0 takes a free one.",
    default: 8082,
  },
  chainId: { env: 'CHAIN_ID', type: 'integer', description: 'Id of the chain that holds the contract.' },
  peopleFile: {
    env: 'OPERATOR_PEOPLE_FILE',
    type: 'string',
    description:
      'File of the people who sign in with a password and a code: for development chains (31337 and 1337), and refused on any other.',
    optional: true,
  },
  sessionMs: {
    env: 'OPERATOR_SESSION_MS',
    type: 'integer',
    description: 'A session ends so long (ms) after its login.',
    default: 8 * 3_600_000,
  },
  proposalMs: {
    env: 'OPERATOR_PROPOSAL_MS',
    type: 'integer',
    description: 'What needs two people must be approved within this time (ms).',
    default: 24 * 3_600_000,
  },
  trustedProxies: {
    env: 'OPERATOR_TRUSTED_PROXIES',
    type: 'integer',
    description:
      "Proxies in front of the desk's port whose X-Forwarded-For counts: tries of logins are counted by address.",
    default: 0,
  },
});

export type OperatorGatewayConfig = ConfigOf<typeof config>;
