/** The services that may speak on the bus; each has one NATS user (a gateway has one for each process). */
export const SERVICES = [
  'rest-gateway',
  'ws-gateway',
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
  'operator-gateway',
] as const;

export type ServiceName = (typeof SERVICES)[number];
