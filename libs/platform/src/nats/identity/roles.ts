import type { ServiceName } from '@exchange/contract/bus';

/** Who comes to the broker: a service, or the administrator who creates streams. */
export type BrokerRole = ServiceName | 'administrator';

/** For what a connection is: reading logs, or everything else. Each has permissions of its own. */
export type ConnectionUse = 'own' | 'logs';

/** Their processes may be any number, and none may speak as another: a process' name is its public key. */
const GATEWAYS: readonly BrokerRole[] = ['rest-gateway', 'ws-gateway'];
/** In the permissions of a role: the broker puts the user's public key there. */
const OWN_KEY = '{{subject()}}';

/** Whether processes of a role are told apart: what is asked of one no other may hear. */
export const isOneOfMany = (role: BrokerRole): boolean => GATEWAYS.includes(role);

/** The name of a user in subjects: the sender of its requests, and whose its private inbox is. `key`: its public key. */
export function nameOf(role: BrokerRole, use: ConnectionUse, key: string = OWN_KEY): string {
  if (isOneOfMany(role)) return key;
  return use === 'own' ? role : `${role}-logs`;
}

/** A user's private inbox prefix: nobody else may listen there. The broker puts keys in place of whole tokens only. */
export const inboxOf = (name: string): string => `_INBOX.${name}`;
