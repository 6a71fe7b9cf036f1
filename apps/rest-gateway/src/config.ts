import { deploymentFields } from '@exchange/edge/deployment';
import { limitFields } from '@exchange/edge/limits';
import { type ConfigOf, defineConfig, platformFields, processFields } from '@exchange/platform';

/** Everything the rest-gateway reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...processFields,
  ...deploymentFields,
  ...limitFields,
  host: {
    env: 'REST_HOST',
    type: 'string',
    description: 'Address of the public port.',
    default: '127.0.0.1',
  },
  port: {
    env: 'REST_PORT',
    type: 'port',
    description: 'The public port; 0 takes a free one.',
    default: 8080,
  },
  webFolder: {
    env: 'WEB_FOLDER',
    type: 'string',
    description:
      'Folder of the built trading page; when absent the folder `web` beside the program, if it is there.',
    optional: true,
  },
  requestsMax: {
    env: 'REST_REQUESTS_MAX',
    type: 'integer',
    description: 'Requests that one address (IPv6: its /64) may make in a window.',
    default: 1_000,
  },
  dataAgeMaxMs: {
    env: 'REST_DATA_AGE_MAX_MS',
    type: 'integer',
    description: 'Older data of markets (ms) is refused with 503: so long the broker may be away.',
    default: 10_000,
  },
  requestWindowMs: {
    env: 'REST_REQUEST_WINDOW_MS',
    type: 'integer',
    description: 'Length of that window (ms).',
    default: 10_000,
  },
});

export type RestGatewayConfig = ConfigOf<typeof config>;
