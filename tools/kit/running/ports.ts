/** Where each part listens, counted from EXCHANGE_PORT_BASE. Tools rely on these offsets. */
const OFFSETS = {
  rest: 0,
  websocket: 1,
  operator: 2,
  'rest-gateway': 3,
  'ws-gateway': 4,
  'account-service': 5,
  'matching-engine': 6,
  'market-data': 7,
  'chain-watcher': 8,
  'settlement-service': 9,
  chain: 10,
  postgres: 11,
  nats: 12,
  'operator-gateway': 13,
  attester: 14,
  signer: 15,
  prometheus: 16,
  solvency: 17,
  'signer-health': 18,
} as const;

/** Further processes of an app take the ports from here on. */
export const EXTRA_FROM = 20;

export type Part = keyof typeof OFFSETS;
export type Ports = Readonly<Record<Part, number>>;

const parts = Object.entries(OFFSETS) as [Part, number][];

/** The port of every part. The names of services, and `signer-health`, stand for an internal port: health and metrics. */
export function portsFrom(base: number): Ports {
  return Object.fromEntries(parts.map(([part, offset]) => [part, base + offset])) as Ports;
}
