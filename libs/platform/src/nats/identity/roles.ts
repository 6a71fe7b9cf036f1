import { isGateway, type ServiceName } from '@exchange/core/kernel';
/** Who comes to the broker: a service, or the administrator who creates streams. */
export type BrokerRole = ServiceName | 'administrator';

/** For what a connection is: reading logs, or everything else. Each has permissions of its own. */
export type ConnectionUse = 'own' | 'logs';

/** In the permissions of a role: the broker puts the user's public key there. */
const OWN_KEY = '{{subject()}}';

/**
 * Whether processes of a role are told apart: gateways may be any number, and none may speak or hear as another, so a process'
 * name is its public key.
 */
export const isOneOfMany = (role: BrokerRole): boolean => role !== 'administrator' && isGateway(role);

/** The name of a user in subjects: the sender of its requests, and whose its private inbox is. `key`: its public key. */
export function nameOf(role: BrokerRole, use: ConnectionUse, key: string = OWN_KEY): string {
  if (isOneOfMany(role)) return key;
  return use === 'own' ? role : `${role}-logs`;
}

/** A user's private inbox prefix: nobody else may listen there. The broker puts keys in place of whole tokens only. */
export const inboxOf = (name: string): string => `_INBOX.${name}`;
