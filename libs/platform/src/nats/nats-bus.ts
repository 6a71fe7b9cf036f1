import type { StreamName } from '@exchange/contract/bus';
import { connect, type Msg, type NatsConnection, RequestError, TimeoutError } from '@nats-io/transport-node';
import { context } from '@opentelemetry/api';
import { type Bus, type IncomingRequest, type Log, type LogEntry, type LogReader } from '../ports';
import { NoReplyError, type Subscription, UnavailableError } from '../ports';
import { JetstreamApi } from './jetstream-api';
import { LogPublisher } from './log-publisher';
import { NatsLogReader } from './nats-log-reader';
import { traceHeaders, traceOf } from './trace-headers';

export interface NatsOptions {
  /** `nats://host:port`, several separated by commas. */
  readonly url: string;
  /** The NATS user; also the sender in commands and the name of its private inbox. */
  readonly user: string;
  readonly password: string;
  readonly log: Log;
}

/** A user's private inbox prefix: nobody else may listen there. */
export const inboxOf = (user: string): string => `_INBOX_${user}`;

/** Connects, and waits while the broker can't be reached; afterwards it reconnects for ever. */
export async function connectNats({ url, user, password, log }: NatsOptions): Promise<NatsBus> {
  const connection = await connect({
    servers: url.split(','),
    ...{ user, pass: password, name: user, inboxPrefix: inboxOf(user) },
    ...{ maxReconnectAttempts: -1, waitOnFirstConnect: true, reconnectTimeWait: 250, reconnectJitter: 100 },
    ...{ pingInterval: 5_000, maxPingOut: 2, noAsyncTraces: true, ignoreAuthErrorAbort: true },
  });
  return new NatsBus(connection, inboxOf(user), log);
}

/** The bus over NATS: core NATS for requests and notices, JetStream for logs. Made by `connectNats`. */
export class NatsBus implements Bus {
  private readonly api: JetstreamApi;
  private readonly publisher: LogPublisher;
  private readonly readers = new Set<NatsLogReader>();
  private readonly reconnectListeners: (() => void)[] = [];
  private connected = true;

  constructor(
    private readonly connection: NatsConnection,
    private readonly inboxPrefix: string,
    private readonly log: Log,
  ) {
    this.api = new JetstreamApi(connection);
    this.publisher = new LogPublisher(connection, this.api);
    void this.watch();
  }

  async lastLogSeq(stream: StreamName, subject: string): Promise<number> {
    this.needConnection();
    return this.publisher.lastSeq(stream, subject);
  }

  async publishLog(
    stream: StreamName,
    subject: string,
    messages: readonly { seq: number; data: Uint8Array }[],
  ): Promise<void> {
    this.needConnection();
    await this.publisher.publish(stream, subject, messages);
  }

  async readLog(
    stream: StreamName,
    filter: string,
    _after: ReadonlyMap<string, number>,
    onEntry: (entry: LogEntry) => void | Promise<void>,
    hint?: string,
  ): Promise<LogReader> {
    const { connection, api, inboxPrefix, log, readers } = this;
    const reader = new NatsLogReader({ stream, filter, hint, inboxPrefix, connection, api, log, onEntry });
    readers.add(reader);
    const stop = async () => {
      readers.delete(reader);
      await reader.stop();
    };
    return { caughtUp: () => reader.caughtUp(), stop };
  }

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    this.needConnection();
    const headers = traceHeaders();
    const options = headers ? { timeout: timeoutMs, headers } : { timeout: timeoutMs };
    try {
      return (await this.connection.request(subject, data, options)).data;
    } catch (error) {
      if (error instanceof RequestError && error.isNoResponders()) {
        throw new UnavailableError(`nobody serves ${subject}`, { cause: error });
      }
      // Also when the connection broke on the way: it may have been sent.
      const lost = error instanceof TimeoutError || !this.connected || this.connection.isClosed();
      if (lost) throw new NoReplyError(`no reply to ${subject} in ${timeoutMs} ms`, { cause: error });
      throw error;
    }
  }

  async serve(filter: string, onRequest: (request: IncomingRequest) => void): Promise<Subscription> {
    return this.listen(filter, (message) => {
      const respond = (data: Uint8Array) => void message.respond(data);
      onRequest({ subject: message.subject, data: message.data, respond });
    });
  }

  publish(subject: string, data: Uint8Array): void {
    // The client would keep it and send it after the reconnect, when everyone has asked for a snapshot.
    if (!this.connected || this.connection.isClosed()) return;
    const headers = traceHeaders();
    this.connection.publish(subject, data, headers ? { headers } : {});
  }

  async subscribe(
    filter: string,
    onMessage: (subject: string, data: Uint8Array) => void,
  ): Promise<Subscription> {
    return this.listen(filter, (message) => onMessage(message.subject, message.data));
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** Sends what was handed over, then disconnects for good. */
  async close(): Promise<void> {
    await Promise.all([...this.readers].map((reader) => reader.stop()));
    if (!this.connection.isClosed())
      await (this.connected ? this.connection.drain() : this.connection.close());
  }

  private async listen(filter: string, hear: (message: Msg) => void): Promise<Subscription> {
    const callback = (error: Error | null, message: Msg) => {
      if (error) this.log.error({ err: error, filter }, 'subscription failed');
      else context.with(traceOf(message), () => hear(message));
    };
    const subscription = this.connection.subscribe(filter, { callback });
    // Whoever is told that we listen may send at once.
    await this.connection.flush();
    return {
      stop: async () => {
        if (!this.connection.isClosed()) subscription.unsubscribe();
      },
    };
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.connected = false;
        this.log.warn({ server: status.server }, 'disconnected from the broker');
      } else if (status.type === 'reconnect') {
        this.connected = true;
        this.log.info({ server: status.server }, 'reconnected to the broker');
        for (const reader of this.readers) reader.restart('reconnect');
        for (const listener of this.reconnectListeners) listener();
      } else if (status.type === 'error') {
        this.log.error({ err: status.error }, 'the broker reports an error');
      }
    }
  }

  private needConnection(): void {
    if (!this.connected || this.connection.isClosed())
      throw new UnavailableError('no connection to the broker');
  }
}
