import { connect, type NatsConnection } from '@nats-io/transport-node';

/** Connects to a broker with the user of the URL. A user's answers come to a place of its own. */
export function connectAs(url: string): Promise<NatsConnection> {
  const { host, username, password } = new URL(url);
  return connect({ servers: host, user: username, pass: password, inboxPrefix: `_INBOX_${username}` });
}
