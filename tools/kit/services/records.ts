import { type ServiceName, SERVICES } from '@exchange/contract/bus';
import type { BrokerRole } from '@exchange/platform';

/** The services that keep a record, each in its own schema of the database. */
export const RECORD_KEEPERS = [
  'account-service',
  'matching-engine',
  'market-data',
  'chain-watcher',
  'settlement-service',
  'attester',
  'solvency',
  'operator-gateway',
] as const satisfies readonly ServiceName[];

/** The gateways, which may run as any number of processes. */
export const GATEWAYS = ['rest-gateway', 'ws-gateway'] as const satisfies readonly ServiceName[];

export const ADMINISTRATOR = 'administrator';

/** The password of everybody who comes to the broker: the services and the administrator. */
export const brokerPasswords = (
  passwordOf: (role: BrokerRole) => string,
): Readonly<Record<BrokerRole, string>> =>
  Object.fromEntries(
    ([ADMINISTRATOR, ...SERVICES] as const).map((role) => [role, passwordOf(role)]),
  ) as Record<BrokerRole, string>;
