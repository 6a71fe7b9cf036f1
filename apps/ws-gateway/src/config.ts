import { deploymentFields } from '@exchange/edge/deployment';
import { limitFields } from '@exchange/edge/limits';
import { type ConfigOf, defineConfig, platformFields, processFields } from '@exchange/platform';

/** Everything the ws-gateway reads from its environment. */
export const config = defineConfig({
  ...platformFields,
  ...processFields,
  ...deploymentFields,
  ...limitFields,
  host: {
    env: 'WS_HOST',
    type: 'string',
    description: 'Address of the public port.',
    default: '127.0.0.1',
  },
  port: { env: 'WS_PORT', type: 'port', description: 'The public port; 0 takes a free one.', default: 8081 },
  slowBytes: {
    env: 'WS_SLOW_BYTES',
    type: 'integer',
    description:
      'Bytes the network has not taken from which on a client is slow and its book updates are merged.',
    default: 64 * 1024,
  },
  queueBytesMax: {
    env: 'WS_QUEUE_BYTES_MAX',
    type: 'integer',
    description: 'Bytes waiting for one client above which its connection is closed with 1013.',
    default: 4 * 1024 * 1024,
  },
  queuesBytesMax: {
    env: 'WS_QUEUES_BYTES_MAX',
    type: 'integer',
    description:
      'Bytes waiting for all clients together above which those with the most are closed with 1013, one after the other.',
    default: 256 * 1024 * 1024,
  },
  commandsUnderWayMax: {
    env: 'WS_COMMANDS_UNDER_WAY_MAX',
    type: 'integer',
    description: 'Requests to account-service that may wait for an answer at once; more are refused.',
    default: 4_096,
  },
  drainSeconds: {
    env: 'WS_DRAIN_SECONDS',
    type: 'integer',
    description:
      'Clients are told to reconnect spread over this time, then closed; at least 3 s less than STOP_WITHIN_MS.',
    default: 5,
  },
});

export type WsGatewayConfig = ConfigOf<typeof config>;
