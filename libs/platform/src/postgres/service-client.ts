import pg from 'pg';

/** A server that takes longer to let somebody in is tried again, perhaps at its new address. */
const CONNECT_MS_MAX = 2_000;

/**
 * What the server is told of each connection: whose other end is gone is ended, and with it the locks of what it had
 * begun. Without that a cut network keeps a half sent transaction open for the two hours that TCP is patient by itself.
 */
const SERVER_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '5',
  tcp_user_timeout: '10s',
  client_connection_check_interval: '1s',
  idle_in_transaction_session_timeout: '10s',
};

/** The same settings as `options` of a connection. */
export const serverOptions = (role: string): string =>
  Object.entries({ search_path: role, ...SERVER_SETTINGS })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** A connection that ends nothing but itself when it is lost. */
export class ServiceClient extends pg.Client {
  /** `performance.now()` when it was made. */
  readonly madeAt = performance.now();

  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS_MAX });
    // Whoever has it taken out learns of its end by what he asked; without a listener the process would end.
    this.on('error', () => undefined);
  }
}
