import { present } from '@exchange/core/kernel';
import { Prefix } from '@nats-io/nkeys';
import {
  accountClaims,
  type BrokerRole,
  type ConnectionUse,
  EXCHANGE_ACCOUNT,
  keyFromSecret,
  operatorClaims,
  publicKeyOfNobody,
  type SigningRole,
  signingKey,
  systemClaims,
} from './identity';
import { permissionsOf, readingPermissionsOf } from './permissions';

export interface NatsServerOptions {
  readonly port: number;
  /** The address to listen on; only this machine by default. */
  readonly host?: string;
  /** Where JetStream keeps the streams. */
  readonly storeDir: string;
  /** The password of each role that may come; the administrator's is also the broker's operator's. */
  readonly passwords: Readonly<Partial<Record<BrokerRole, string>>>;
  /** With others of its cluster; alone without. */
  readonly cluster?: NatsClusterOptions | undefined;
}

export interface NatsClusterOptions {
  /** Of this server; each has another one. */
  readonly serverName: string;
  readonly port: number;
  /** `nats://host:port` of the other servers' cluster ports. */
  readonly routes: readonly string[];
}

/** Logs keep to less (LOG_BYTES_MAX); answers with all open orders and entries of an account may need it. */
const PAYLOAD_BYTES_MAX = 8 * 1024 * 1024;
/** The broker's own account, which nobody enters. */
const SYSTEM_ACCOUNT = publicKeyOfNobody(Prefix.Account, 'system');
/** Whoever has to sign its login may be busy; the broker's own 2 s would send it away. */
const LOGIN_SECONDS_MAX = 15;
const USES: readonly ConnectionUse[] = ['own', 'logs'];

/**
 * The configuration of a nats-server (its format takes JSON): one account, and for each role two keys that sign its
 * users, with nothing allowed beyond {@link permissionsOf} and {@link readingPermissionsOf}. It holds no secret, and the
 * same passwords give the same text. Of a cluster each server has it.
 */
export function natsServerConfig(options: NatsServerOptions): string {
  const { port, host = '127.0.0.1', storeDir, passwords, cluster } = options;
  const administrator = present(passwords.administrator, "the administrator's password");
  const operator = keyFromSecret(Prefix.Operator, administrator, 'operator of the broker');
  const roles = (Object.entries(passwords) as [BrokerRole, string][]).flatMap(rolesOf);
  const config = {
    listen: `${host}:${port}`,
    max_payload: PAYLOAD_BYTES_MAX,
    jetstream: { store_dir: storeDir },
    authorization: { timeout: LOGIN_SECONDS_MAX },
    operator: operatorClaims(operator, SYSTEM_ACCOUNT),
    system_account: SYSTEM_ACCOUNT,
    resolver: 'MEMORY',
    resolver_preload: {
      [EXCHANGE_ACCOUNT]: accountClaims(operator, EXCHANGE_ACCOUNT, roles),
      [SYSTEM_ACCOUNT]: systemClaims(operator, SYSTEM_ACCOUNT),
    },
    ...(cluster && {
      server_name: cluster.serverName,
      cluster: { name: 'exchange', listen: `${host}:${cluster.port}`, routes: cluster.routes },
    }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const rolesOf = ([role, password]: [BrokerRole, string]): readonly SigningRole[] =>
  USES.map((use) => ({
    role: `${role} ${use}`,
    key: signingKey(role, use, password).getPublicKey(),
    permissions: use === 'own' ? permissionsOf(role) : readingPermissionsOf(role),
  }));
