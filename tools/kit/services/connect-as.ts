import { brokerLogin, type BrokerRole, inboxOf } from '@exchange/platform';
import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Connects to a broker as the role that the URL names, with its password. Answers come to a place of its own. */
export function connectAs(url: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(url);
  const role = decodeURIComponent(username) as BrokerRole;
  const { name, authenticator } = brokerLogin(role, 'own', decodeURIComponent(password));
  return connect({ servers: host, authenticator, inboxPrefix: inboxOf(name) });
}
