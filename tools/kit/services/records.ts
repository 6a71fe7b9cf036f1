import { SERVICES } from '@exchange/core/kernel';
import type { BrokerRole } from '@exchange/platform';

export const ADMINISTRATOR = 'administrator';

/** The password of everybody who comes to the broker: the services and the administrator. */
export const brokerPasswords = (
  passwordOf: (role: BrokerRole) => string,
): Readonly<Record<BrokerRole, string>> =>
  Object.fromEntries(
    ([ADMINISTRATOR, ...SERVICES] as const).map((role) => [role, passwordOf(role)]),
  ) as Record<BrokerRole, string>;
