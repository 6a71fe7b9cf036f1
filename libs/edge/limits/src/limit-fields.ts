import type { Values } from '@exchange/platform';

/** What both gateways must know to tell clients apart. Spread it into `defineConfig`. */
export const limitFields = {
  trustedProxies: {
    env: 'TRUSTED_PROXIES',
    type: 'integer',
    description: "Proxies in front whose X-Forwarded-For counts; 0 takes the socket's address.",
    default: 0,
  },
  raisedAddresses: {
    env: 'RAISED_ADDRESSES',
    type: 'list',
    description:
      'Ranges with other limits, e.g. 10.1.0.0/16=500: websocket connections that each address may have; its new connections and points grow in the same ratio.',
    default: [],
  },
} as const;

export type LimitConfig = Values<typeof limitFields>;
