import { assert } from '@exchange/core/kernel';
import { readerOf } from './nats-connection';
import { type NatsUser, permissionsOf, readingPermissionsOf } from './permissions';

export interface NatsServerOptions {
  readonly port: number;
  /** The address to listen on; only this machine by default. */
  readonly host?: string;
  /** Where JetStream keeps the streams. */
  readonly storeDir: string;
  readonly users: readonly NatsUser[];
}

/** Logs keep to less (LOG_BYTES_MAX); answers with all open orders and entries of an account may need it. */
const PAYLOAD_BYTES_MAX = 8 * 1024 * 1024;

const USER_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * The configuration of a nats-server (its format takes JSON): one account, two users with one password for each
 * service and each process of a gateway, with nothing allowed beyond {@link permissionsOf} and
 * {@link readingPermissionsOf}.
 */
export function natsServerConfig({ port, host = '127.0.0.1', storeDir, users }: NatsServerOptions): string {
  for (const { name } of users) assert(USER_NAME.test(name), `not a name of a NATS user: ${name}`);
  const config = {
    listen: `${host}:${port}`,
    max_payload: PAYLOAD_BYTES_MAX,
    jetstream: { store_dir: storeDir },
    authorization: {
      users: users.flatMap((user) => [
        { user: user.name, password: user.password, permissions: permissionsOf(user) },
        { user: readerOf(user.name), password: user.password, permissions: readingPermissionsOf(user) },
      ]),
    },
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
