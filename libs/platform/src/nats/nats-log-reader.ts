import { randomBytes } from 'node:crypto';
import type { StreamName } from '@exchange/contract/bus';
import { AckPolicy, type ConsumerConfig, DeliverPolicy } from '@nats-io/jetstream';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { FROM_LAST, type Log, type LogEntry, type LogReader } from '../ports';
import { repeat } from '../repeat';
import { systemClock } from '../system-clock';
import { parseConsumerMessage } from './consumer-message';
import { type JetstreamApi, parseSeq, SEQ_HEADER } from './jetstream-api';
import { formatHint, parseHint } from './stream-hint';
import { traceOf } from './trace-headers';

const HEARTBEAT_MS = 2_000;
const SILENCE_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

export interface Reading {
  readonly stream: StreamName;
  readonly filter: string;
  readonly hint: string | undefined;
  readonly inboxPrefix: string;
  readonly connection: NatsConnection;
  readonly api: JetstreamApi;
  readonly log: Log;
  readonly onEntry: (entry: LogEntry) => void | Promise<void>;
}

type Waiting = { readonly entry: LogEntry; readonly streamSeq: number } | { readonly flow: string };

/**
 * An ordered push consumer of one filter, made again whenever something is missed: a gap, silence, a reconnect. A
 * stream that was created anew is read from its start.
 */
export class NatsLogReader implements LogReader {
  /** The incarnation of the stream and the last place in it that was handed over. */
  private created = '';
  private handed = 0;
  private consumerSeq = 0;
  private lastHeard = 0;
  private subscription: Subscription | undefined;
  private generation = 0;
  private opening: Promise<void> | undefined;
  private waiting: Waiting[] = [];
  private pumping = false;
  private readonly stopping = new AbortController();
  private wakers: (() => void)[] = [];

  constructor(private readonly reading: Reading) {
    [this.created, this.handed] = parseHint(reading.hint);
    void repeat(() => this.checkSilence(), { ...this.onClock, everyMs: HEARTBEAT_MS / 2, pauseFirst: true });
    this.restart('opening');
  }

  /** Makes the consumer anew, e.g. after a reconnect. */
  restart(reason: string): void {
    if (this.stopped || this.opening) return;
    this.reading.log.debug(
      { stream: this.reading.stream, filter: this.reading.filter, reason },
      'log consumer made',
    );
    this.opening = this.open().finally(() => (this.opening = undefined));
  }

  async caughtUp(): Promise<void> {
    const { api, stream, filter } = this.reading;
    for (;;) {
      if (this.stopped) return;
      const { created } = this;
      const target = this.subscription ? (await api.last(stream, filter)).streamSeq : Infinity;
      while (!this.stopped && created === this.created && this.handed < target && this.subscription) {
        await new Promise<void>((resolve) => this.wakers.push(resolve));
      }
      if (created === this.created && this.handed >= target) return;
      if (!this.subscription) await new Promise<void>((resolve) => this.wakers.push(resolve));
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.close();
    this.wake();
    await this.opening;
    // One that was being made meanwhile.
    this.close();
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private get onClock() {
    return { clock: systemClock, signal: this.stopping.signal };
  }

  private async open(): Promise<void> {
    let nextPauseMs = FIRST_PAUSE_MS;
    const create = async () => {
      this.close();
      await this.create();
      this.wake();
      return 'done' as const;
    };
    const failed = (error: unknown) => {
      this.close();
      this.reading.log.warn({ err: error, filter: this.reading.filter }, 'log consumer could not be made');
      const pauseMs = nextPauseMs;
      nextPauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      return pauseMs;
    };
    await repeat(create, { ...this.onClock, everyMs: FIRST_PAUSE_MS, failed });
  }

  private async create(): Promise<void> {
    const { api, connection, stream, filter, inboxPrefix } = this.reading;
    const created = await api.created(stream);
    if (created !== this.created) {
      this.created = created;
      this.handed = 0;
    }
    const { generation } = this;
    const inbox = createInbox(inboxPrefix);
    const callback = (error: Error | null, message: Msg) => {
      if (generation === this.generation) this.receive(error, message);
    };
    const subscription = connection.subscribe(inbox, { callback });
    this.subscription = subscription;
    this.consumerSeq = 0;
    this.lastHeard = Date.now();
    await api.createConsumer(stream, {
      ...{ name: randomBytes(9).toString('hex'), filter_subject: filter, deliver_subject: inbox },
      ...this.startingPoint(),
      ...{
        ack_policy: AckPolicy.None,
        max_deliver: 1,
        flow_control: true,
        idle_heartbeat: HEARTBEAT_MS * 1e6,
      },
      ...{ mem_storage: true, num_replicas: 1, inactive_threshold: SILENCE_MS * 1e6 },
    });
  }

  private startingPoint(): Partial<ConsumerConfig> {
    if (this.reading.hint === FROM_LAST && this.handed === 0) return { deliver_policy: DeliverPolicy.Last };
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.handed + 1 };
  }

  private close(): void {
    this.generation += 1;
    this.waiting = [];
    if (this.subscription && !this.reading.connection.isClosed()) this.subscription.unsubscribe();
    this.subscription = undefined;
  }

  private receive(error: Error | null, message: Msg): void {
    if (error) {
      this.reading.log.error({ err: error, filter: this.reading.filter }, 'log subscription failed');
      return;
    }
    this.lastHeard = Date.now();
    const parsed = parseConsumerMessage(message);
    if (parsed === undefined) return;
    switch (parsed.kind) {
      case 'flow':
        this.waiting.push({ flow: parsed.reply });
        break;
      case 'heartbeat':
        if (parsed.lastConsumerSeq > this.consumerSeq) return this.restart('missed messages');
        if (parsed.stalled !== undefined) this.waiting.push({ flow: parsed.stalled });
        break;
      case 'stored': {
        if (parsed.consumerSeq !== this.consumerSeq + 1) return this.restart('gap in the consumer');
        this.consumerSeq = parsed.consumerSeq;
        const { subject, data } = message;
        const seq = parseSeq(message.headers?.get(SEQ_HEADER), subject);
        const hint = formatHint(this.created, parsed.streamSeq);
        const entry = { subject, seq, data, hint, trace: traceOf(message) };
        this.waiting.push({ entry, streamSeq: parsed.streamSeq });
      }
    }
    if (!this.pumping) void this.pump();
  }

  /** Hands over in order; while the receiver holds us back, the broker isn't told that we keep up. */
  private async pump(): Promise<void> {
    this.pumping = true;
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      if ('flow' in next) {
        this.reading.connection.publish(next.flow);
        continue;
      }
      this.handed = next.streamSeq;
      const held = this.reading.onEntry(next.entry);
      if (held) await held;
    }
    this.pumping = false;
    this.wake();
  }

  private checkSilence(): void {
    if (this.subscription && !this.opening && Date.now() - this.lastHeard > SILENCE_MS)
      this.restart('silence');
  }

  private wake(): void {
    for (const wake of this.wakers.splice(0)) wake();
  }
}
