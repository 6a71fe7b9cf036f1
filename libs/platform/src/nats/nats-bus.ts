import type { StreamName } from '@exchange/contract/bus';
import { errors, type Msg, RequestError } from '@nats-io/transport-node';
import {
  type Bus,
  type IncomingRequest,
  type Log,
  type LogEntry,
  type LogMessage,
  type LogReader,
  NoReplyError,
  type Subscription,
  UnavailableError,
} from '../ports';
import { patternOfNotice } from '../catalogue';
import { systemClock } from '../system-clock';
import { inNoticeSpan } from '../telemetry/spans';
import { JetstreamApi } from './jetstream-api';
import { tellSilence } from './broker-silence';
import { LogPublisher } from './log-publisher';
import { inboxOf } from './identity';
import { type BrokerTraffic, type NatsOptions, WatchedConnection } from './nats-connection';
import { LogRelays } from './log-relay';
import { NatsLogReader } from './nats-log-reader';
import { traceHeaders, traceOf } from './trace-headers';

/** A broker that doesn't answer keeps nobody from stopping. */
const DRAIN_MS_MAX = 1_000;

/** Connects, and waits while the broker can't be reached; afterwards it reconnects for ever. */
export async function connectNats(options: NatsOptions): Promise<NatsBus> {
  const own = await WatchedConnection.open(options, 'own');
  try {
    const reading = await WatchedConnection.open(options, 'logs');
    return new NatsBus(own, reading, options.log);
  } catch (error) {
    await own.close();
    throw error;
  }
}

/**
 * The bus over NATS: core NATS for requests and notices, JetStream for logs, which are read on a connection of their
 * own. Made by `connectNats`.
 */
export class NatsBus implements Bus {
  private readonly publisher: LogPublisher;
  private readonly readingApi: JetstreamApi;
  private readonly relays: LogRelays;
  private readonly readers = new Set<NatsLogReader>();
  private readonly closing = new AbortController();

  constructor(
    private readonly own: WatchedConnection,
    private readonly reading: WatchedConnection,
    private readonly log: Log,
  ) {
    this.publisher = new LogPublisher(own.nats);
    this.readingApi = new JetstreamApi(reading.nats);
    this.relays = new LogRelays(reading.nats, log);
    reading.onReconnect(() => this.relays.beginAgain('reconnect'));
    tellSilence(this, { log, clock: systemClock, signal: this.closing.signal });
  }

  get silentMs(): number {
    return Math.max(this.own.silentMs, this.reading.silentMs);
  }

  /** Of the connection that answered later, when each was asked last. */
  get answerMs(): number {
    return Math.max(this.own.answerMs, this.reading.answerMs);
  }

  /** Of each connection. */
  get traffic(): readonly BrokerTraffic[] {
    return [this.own.traffic, this.reading.traffic];
  }

  /** As whom it sends: the sender of its requests. */
  get sender(): string {
    return this.own.name;
  }

  async lastLogSeq(stream: StreamName, subject: string): Promise<number> {
    this.needConnection();
    return this.publisher.lastSeq(stream, subject);
  }

  async lastLogSubject(stream: StreamName, filter: string): Promise<string | undefined> {
    this.needConnection();
    return this.publisher.lastSubject(stream, filter);
  }

  async publishLog(stream: StreamName, subject: string, messages: readonly LogMessage[]): Promise<void> {
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
    const { readingApi: api, log, readers, relays } = this;
    const listening = () => this.reading.flush();
    const reader = new NatsLogReader({ stream, filter, hint, api, log, listening, onEntry });
    readers.add(reader);
    relays.add(reader);
    reader.start();
    const stop = async () => {
      if (readers.delete(reader)) relays.remove(reader);
      await reader.stop();
    };
    return { caughtUp: () => reader.caughtUp(), stop };
  }

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    this.needConnection();
    const headers = traceHeaders();
    const options = headers ? { timeout: timeoutMs, headers } : { timeout: timeoutMs };
    try {
      return (await this.own.nats.request(subject, data, options)).data;
    } catch (error) {
      if (error instanceof RequestError && error.isNoResponders()) {
        throw new UnavailableError(`nobody serves ${subject}`, { cause: error });
      }
      // Nothing was sent on a connection that was closed before.
      if (error instanceof errors.ClosedConnectionError || error instanceof errors.DrainingConnectionError)
        throw new UnavailableError('no connection to the broker', { cause: error });
      const cause = error instanceof RequestError ? error.cause : error;
      if (cause instanceof errors.PermissionViolationError || cause instanceof errors.InvalidArgumentError)
        throw error;
      // Also when the connection broke on the way: it may have been sent.
      throw new NoReplyError(`no reply to ${subject} in ${timeoutMs} ms`, { cause: error });
    }
  }

  async serve(filter: string, onRequest: (request: IncomingRequest) => void): Promise<Subscription> {
    const hear = (message: Msg) => {
      // An answer to anywhere else would be written by us where its sender may not write.
      if (!message.reply?.startsWith(`${inboxOf(senderOf(message.subject))}.`)) return;
      const respond = (data: Uint8Array) => void message.respond(data);
      onRequest({ subject: message.subject, data: message.data, trace: traceOf(message), respond });
    };
    return this.listen(filter, hear);
  }

  publish(subject: string, data: Uint8Array): void {
    // The client would keep it and send it after the reconnect, when everyone has asked for a snapshot.
    if (!this.own.connected) return;
    const headers = traceHeaders();
    this.own.nats.publish(subject, data, headers ? { headers } : {});
  }

  async subscribe(
    filter: string,
    onMessage: (subject: string, data: Uint8Array) => void,
  ): Promise<Subscription> {
    return this.listen(filter, (message) => {
      try {
        const { subject, data } = message;
        inNoticeSpan(
          traceOf(message),
          () => patternOfNotice(subject),
          () => onMessage(subject, data),
        );
      } catch (error) {
        // It may be no notice at all: the broker sends its answers wherever it is asked to. Whoever misses one asks.
        const fields = { err: error, subject: message.subject };
        this.log.error({ alarm: 'notice_unreadable', ...fields }, 'a notice was not understood: left out');
      }
    });
  }

  onReconnect(listener: () => void): void {
    this.own.onReconnect(listener);
  }

  /** Sends what was handed over, then disconnects for good. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([...this.readers].map((reader) => reader.stop()));
    this.relays.stop();
    await Promise.all([this.own.close(), this.reading.close()]);
  }

  private async listen(filter: string, hear: (message: Msg) => void): Promise<Subscription> {
    const callback = (error: Error | null, message: Msg) => {
      if (error) this.log.error({ alarm: 'subscription_failed', err: error, filter }, 'subscription failed');
      else hear(message);
    };
    const { nats } = this.own;
    const subscription = nats.subscribe(filter, { callback });
    try {
      // Whoever is told that we listen may send at once.
      await this.own.flush();
    } catch (error) {
      if (!nats.isClosed()) subscription.unsubscribe();
      throw error;
    }
    return {
      // What the broker has sent on its way here was taken from its sender: it is heard, too.
      stop: async () => {
        if (nats.isClosed()) return;
        if (!this.own.connected) return subscription.unsubscribe();
        await Promise.race([subscription.drain(), once(DRAIN_MS_MAX)]);
      },
    };
  }

  private needConnection(): void {
    if (!this.own.connected) throw new UnavailableError('no connection to the broker');
  }
}

const once = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());

/** The sender of a request is the parameter before the last token of its subject. */
const senderOf = (subject: string): string => subject.split('.').at(-2) ?? '';
