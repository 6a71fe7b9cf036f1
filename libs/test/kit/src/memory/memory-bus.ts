import type { StreamName } from '@exchange/contract/bus';
import {
  activeTrace,
  type Bus,
  covers,
  type IncomingRequest,
  type LogEntry,
  type LogMessage,
  LogMismatchError,
  type LogReader,
  NoReplyError,
  type Subscription,
  UnavailableError,
} from '@exchange/platform';
import type { BrokerRecord, Connected, NoticeListener, RequestListener } from './broker-record';
import { MemoryLogReader } from './memory-log-reader';

interface Known {
  readonly offset: number;
  readonly seq: number;
  readonly incarnation: number;
  /** The broker was asked, so what lies between its last sequence and the next one is known to be pruned. */
  readonly asked: boolean;
}

/** One process' connection to a broker in memory, with the semantics of the real bus. */
export class MemoryBus implements Bus, Connected {
  connected = true;
  private closed = false;
  private silentSince: number | undefined;
  private readonly known = new Map<string, Known>();
  private readonly reconnectListeners: (() => void)[] = [];
  private readonly subscriptions = new Set<Subscription>();

  constructor(
    private readonly broker: BrokerRecord,
    readonly name: string,
  ) {}

  get silentMs(): number {
    return this.silentSince === undefined ? 0 : this.broker.clock.steady() - this.silentSince;
  }

  async lastLogSeq(stream: StreamName, subject: string): Promise<number> {
    this.needConnection();
    return this.ask(stream, subject, true).seq;
  }

  async lastLogSubject(stream: StreamName, filter: string): Promise<string | undefined> {
    this.needConnection();
    return this.broker.stream(stream).findLast(({ subject }) => covers(filter, subject))?.subject;
  }

  async publishLog(stream: StreamName, subject: string, messages: readonly LogMessage[]): Promise<void> {
    for (const { seq, data, trace } of messages) {
      await Promise.resolve();
      this.needConnection();
      const known = this.known.get(subject) ?? this.ask(stream, subject, false);
      this.known.delete(subject);
      const { broker } = this;
      const { offset } = broker.last(stream, subject);
      const follows = known.seq === seq - 1 || (known.asked && known.seq < seq);
      const same = known.offset === offset && (offset === 0 || known.incarnation === broker.incarnation);
      if (!follows || !same) throw new LogMismatchError(`${subject} does not end before ${seq}`);
      const fate = broker.faults.store?.(subject, seq) ?? 'store';
      if (fate === 'refuse') throw new UnavailableError('fault injected: not stored');
      broker.append(stream, { subject, seq, data, trace });
      if (fate === 'store-unheard')
        throw new UnavailableError('fault injected: stored, acknowledgement lost');
      const stored = { offset: broker.stream(stream).length, seq, incarnation: broker.incarnation };
      this.known.set(subject, { ...stored, asked: false });
    }
  }

  async readLog(
    stream: StreamName,
    filter: string,
    _after: ReadonlyMap<string, number>,
    onEntry: (entry: LogEntry) => void | Promise<void>,
    hint?: string,
  ): Promise<LogReader> {
    const reader = new MemoryLogReader(this.broker, { owner: this, stream, filter, hint, onEntry });
    this.subscriptions.add(reader);
    return reader;
  }

  async request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    const { broker, name } = this;
    const owners = [...broker.requests].filter(
      (listener) => covers(listener.filter, subject) && listener.owner.connected,
    );
    const owner = owners[broker.faults.owner?.(owners.length) ?? 0];
    if (!this.connected || !owner) throw new UnavailableError(`nobody serves ${subject}`);
    const trace = activeTrace();
    const answered = new AbortController();
    return new Promise<Uint8Array>((resolve, reject) => {
      const receive = (reply: Uint8Array) => {
        answered.abort();
        resolve(reply);
      };
      const respond = (reply: Uint8Array) =>
        broker.deliver(broker.faults.reply?.(subject, name), () => this.connected && receive(reply));
      const hear = () => {
        if (broker.requests.has(owner)) owner.hear({ subject, data, trace, respond });
      };
      broker.deliver(broker.faults.request?.(subject, name), hear);
      void broker.clock.sleep(timeoutMs, answered.signal).then(() => {
        if (!answered.signal.aborted) reject(new NoReplyError(`no reply to ${subject} in ${timeoutMs} ms`));
      });
    });
  }

  async serve(filter: string, onRequest: (request: IncomingRequest) => void): Promise<Subscription> {
    const listener: RequestListener = { owner: this, filter, hear: onRequest };
    return this.listen(this.broker.requests, listener);
  }

  publish(subject: string, data: Uint8Array): void {
    if (this.connected) this.broker.publish(subject, data);
  }

  async subscribe(
    filter: string,
    onMessage: (subject: string, data: Uint8Array) => void,
  ): Promise<Subscription> {
    const listener: NoticeListener = { owner: this, filter, hear: onMessage };
    return this.listen(this.broker.notices, listener);
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** The connection breaks: notices are missed, requests fail, logs wait. */
  disconnect(): void {
    this.connected = false;
    this.silentSince ??= this.broker.clock.steady();
  }

  reconnect(): void {
    if (this.closed || this.connected) return;
    this.connected = true;
    this.silentSince = undefined;
    for (const reader of this.broker.readers) reader.wake();
    for (const listener of this.reconnectListeners) listener();
  }

  /** The process is gone: nothing is delivered to it or sent by it any more. */
  async close(): Promise<void> {
    this.closed = true;
    this.connected = false;
    this.broker.forget(this);
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
  }

  private ask(stream: StreamName, subject: string, asked: boolean): Known {
    const known = { ...this.broker.last(stream, subject), incarnation: this.broker.incarnation, asked };
    this.known.set(subject, known);
    return known;
  }

  private listen<L>(listeners: Set<L>, listener: L): Subscription {
    listeners.add(listener);
    const subscription = { stop: async () => void listeners.delete(listener) };
    this.subscriptions.add(subscription);
    return subscription;
  }

  private needConnection(): void {
    if (!this.connected) throw new UnavailableError('no connection to the broker');
  }
}
