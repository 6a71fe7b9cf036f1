import type { ServiceName } from '@exchange/contract/bus';

/** The services that keep a record, each in its own schema of the database. */
export const RECORD_KEEPERS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
] as const satisfies readonly ServiceName[];

/** The gateways, which may run as several processes; each process has a user of the broker. */
export const GATEWAYS = ['rest-gateway', 'ws-gateway'] as const satisfies readonly ServiceName[];

export const ADMINISTRATOR = 'administrator';
