import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Log, UnavailableError } from '../ports';
import { repeat } from '../repeat';
import { systemClock } from '../system-clock';
import { within } from '../within';
import { brokerLogin, type BrokerRole, type ConnectionUse, inboxOf } from './identity';

export interface NatsOptions {
  /** `nats://host:port`, several separated by commas. */
  readonly url: string;
  /** As whom: a process of a gateway gets a name of its own. */
  readonly user: BrokerRole;
  /** The role's; with it users are signed. */
  readonly password: string;
  /** What the broker shows in its lists of connections; the role by default. */
  readonly shownAs?: string | undefined;
  readonly log: Log;
}

/** Asked so often, the broker answers within milliseconds; a frozen one is noticed after three questions, and left. */
const PING_MS = 1_000;
const PINGS_MAX = 3;
/** A frozen broker's port takes connections, and then says nothing. */
const CONNECT_MS_MAX = 2_000;
/** So long the broker's word is waited for that it has taken what was sent. */
const FLUSH_MS_MAX = 1_500;

/** Messages and bytes since the start. */
export interface BrokerTraffic {
  readonly inMsgs: number;
  readonly outMsgs: number;
  readonly inBytes: number;
  readonly outBytes: number;
  readonly reconnects: number;
}

/** A connection to the broker that knows whether it stands, and tells of each time that it stands again. */
export class WatchedConnection {
  private standing = true;
  private heardAt = systemClock.steady();
  private reconnects = 0;
  private answered = 0;
  private readonly closing = new AbortController();
  private readonly reconnectListeners: (() => void)[] = [];

  private constructor(
    readonly nats: NatsConnection,
    /** The sender of its requests. */
    readonly name: string,
    readonly inboxPrefix: string,
    private readonly log: Log,
  ) {
    void this.watch();
    const { signal } = this.closing;
    void repeat(() => this.listen(), {
      everyMs: PING_MS,
      clock: systemClock,
      signal,
      failed: () => undefined,
    });
  }

  /** Connects, and waits while the broker can't be reached; afterwards it reconnects for ever. */
  static async open(options: NatsOptions, use: ConnectionUse): Promise<WatchedConnection> {
    const { url, user, password, log, shownAs = user } = options;
    const { name, authenticator } = brokerLogin(user, use, password);
    const inboxPrefix = inboxOf(name);
    const nats = await connect({
      servers: url.split(','),
      ...{ authenticator, name: `${shownAs} ${use}`, inboxPrefix },
      ...{ maxReconnectAttempts: -1, waitOnFirstConnect: true, reconnectTimeWait: 250, reconnectJitter: 100 },
      ...{ pingInterval: PING_MS, maxPingOut: PINGS_MAX, timeout: CONNECT_MS_MAX },
      ...{ noAsyncTraces: true, ignoreAuthErrorAbort: true },
    });
    return new WatchedConnection(nats, name, inboxPrefix, log);
  }

  get connected(): boolean {
    return this.standing && !this.nats.isClosed();
  }

  /** How long ago the broker was last heard of. */
  get silentMs(): number {
    return systemClock.steady() - this.heardAt;
  }

  /** How long the broker took last, in ms, to say that it has all that was sent before. */
  get answerMs(): number {
    return this.answered;
  }

  /** What went over it so far, and how often it was made again. */
  get traffic(): BrokerTraffic {
    const { inMsgs, outMsgs, inBytes, outBytes } = this.nats.stats();
    return { inMsgs, outMsgs, inBytes, outBytes, reconnects: this.reconnects };
  }

  /** Resolves when the broker has taken everything that was sent; UnavailableError when it doesn't say so in time. */
  async flush(): Promise<void> {
    const asked = systemClock.steady();
    try {
      await within(this.nats.flush(), FLUSH_MS_MAX);
    } catch (error) {
      throw new UnavailableError('the broker does not answer', { cause: error });
    }
    this.heardAt = systemClock.steady();
    this.answered = this.heardAt - asked;
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** Sends what was handed over, then disconnects for good. */
  async close(): Promise<void> {
    this.closing.abort();
    if (!this.nats.isClosed()) await (this.standing ? this.nats.drain() : this.nats.close());
  }

  private async listen(): Promise<void> {
    if (this.connected) await this.flush();
  }

  private async watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') {
        this.standing = false;
        this.log.warn({ server: status.server }, 'disconnected from the broker');
      } else if (status.type === 'reconnect') {
        this.standing = true;
        this.reconnects += 1;
        this.log.info({ server: status.server }, 'reconnected to the broker');
        for (const listener of this.reconnectListeners) listener();
      } else if (status.type === 'error') {
        this.log.error({ alarm: 'broker_error', err: status.error }, 'the broker reports an error');
      }
    }
  }
}
