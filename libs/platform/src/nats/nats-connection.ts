import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../ports';

/** A user's private inbox prefix: nobody else may listen there. */
export const inboxOf = (user: string): string => `_INBOX_${user}`;

/**
 * The user, with the same password, by whom a user's logs are read, on a connection of its own: a long log holds up
 * no answer there, and the broker has to remember nothing that might be answered.
 */
export const readerOf = (user: string): string => `${user}-logs`;

export interface NatsOptions {
  /** `nats://host:port`, several separated by commas. */
  readonly url: string;
  /** The NATS user; also the sender in commands and the name of its private inbox. */
  readonly user: string;
  readonly password: string;
  readonly log: Log;
}

/** A connection to the broker that knows whether it stands, and tells of each time that it stands again. */
export class WatchedConnection {
  private standing = true;
  private readonly reconnectListeners: (() => void)[] = [];

  private constructor(
    readonly nats: NatsConnection,
    readonly inboxPrefix: string,
    private readonly log: Log,
  ) {
    void this.watch();
  }

  /** Connects, and waits while the broker can't be reached; afterwards it reconnects for ever. */
  static async open({ url, user, password, log }: NatsOptions): Promise<WatchedConnection> {
    const inboxPrefix = inboxOf(user);
    const nats = await connect({
      servers: url.split(','),
      ...{ user, pass: password, name: user, inboxPrefix },
      ...{ maxReconnectAttempts: -1, waitOnFirstConnect: true, reconnectTimeWait: 250, reconnectJitter: 100 },
      ...{ pingInterval: 5_000, maxPingOut: 2, noAsyncTraces: true, ignoreAuthErrorAbort: true },
    });
    return new WatchedConnection(nats, inboxPrefix, log);
  }

  get connected(): boolean {
    return this.standing && !this.nats.isClosed();
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** Sends what was handed over, then disconnects for good. */
  async close(): Promise<void> {
    if (!this.nats.isClosed()) await (this.standing ? this.nats.drain() : this.nats.close());
  }

  private async watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') {
        this.standing = false;
        this.log.warn({ server: status.server }, 'disconnected from the broker');
      } else if (status.type === 'reconnect') {
        this.standing = true;
        this.log.info({ server: status.server }, 'reconnected to the broker');
        for (const listener of this.reconnectListeners) listener();
      } else if (status.type === 'error') {
        this.log.error({ err: status.error }, 'the broker reports an error');
      }
    }
  }
}
