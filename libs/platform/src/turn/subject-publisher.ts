import type { StreamName } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import { type Span, SpanKind } from '@opentelemetry/api';
import {
  BrokerAheadError,
  type Bus,
  type Clock,
  type Database,
  type Log,
  LogMismatchError,
  type OutboxMessage,
} from '../ports';
import { startSpanBelow, untilSettled } from '../telemetry/spans';
import { Backoff, isFatal } from './retry';

/** Committed messages kept in memory for publishing; what doesn't fit is read from the outbox again. */
const MAX_KEPT = 1_000;
const READ_LIMIT = 100;

export interface PublisherDeps {
  readonly bus: Bus;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  onFatal(error: Error): void;
}

/** Brings one subject of the broker up to the outbox, in order, whatever happens to the broker. */
export class SubjectPublisher {
  /** The broker stores everything up to here; undefined when it must be asked. */
  private stored: number | undefined;
  /** What it was known to store last. */
  private lastStored: number;
  private checks = 0;
  private kept: OutboxMessage[] = [];
  private running: Promise<void> | undefined;
  private hasEnded = false;
  private readonly backoff: Backoff;

  constructor(
    private readonly stream: StreamName,
    private readonly subject: string,
    private head: number,
    private readonly deps: PublisherDeps,
  ) {
    this.lastStored = head;
    this.backoff = new Backoff(deps.clock);
  }

  /** Committed messages that the broker isn't known to store. */
  get unpublished(): number {
    return this.head - this.lastStored;
  }

  /** Takes a committed message; publishes it as soon as what lies before it is stored. */
  enqueue(message: OutboxMessage): void {
    assert(message.seq === this.head + 1, `outbox of ${this.subject} is not dense at ${message.seq}`);
    this.head = message.seq;
    this.kept.push(message);
    if (this.kept.length > MAX_KEPT) this.kept = [];
  }

  /** Resolves when the broker stores everything up to the head, or the process is stopping. */
  drain(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  /** The subject is another writer's: whatever is left to do here is that one's. */
  end(): void {
    this.hasEnded = true;
  }

  /** Asks the broker again, which may have lost what it stored, and gives it what it lacks. */
  recheck(): void {
    this.checks += 1;
    this.stored = undefined;
    void this.drain();
  }

  /** Asks the broker what it stores. Throws {@link BrokerAheadError} when that is more than the outbox has. */
  async compare(): Promise<void> {
    const stored = await this.deps.bus.lastLogSeq(this.stream, this.subject);
    if (stored > this.head) {
      throw new BrokerAheadError(
        `the broker stores ${this.subject} up to ${stored}, the outbox ends at ${this.head}`,
      );
    }
    this.note(stored);
  }

  private get isOver(): boolean {
    return this.hasEnded || this.deps.signal.aborted;
  }

  private async run(): Promise<void> {
    while ((this.stored === undefined || this.stored < this.head) && !this.isOver) {
      try {
        if (this.stored === undefined) await this.compare();
        else await this.publishAfter(this.stored);
        this.backoff.reset();
      } catch (error) {
        if (this.hasEnded) return;
        if (isFatal(error)) {
          this.deps.onFatal(error);
          return;
        }
        // Some may have been stored, or the broker was wiped: ask it.
        this.stored = undefined;
        this.deps.log.warn({ err: error, subject: this.subject }, 'publishing failed, trying again');
        if (!(error instanceof LogMismatchError)) await this.backoff.wait(this.deps.signal);
      }
    }
  }

  private async publishAfter(stored: number): Promise<void> {
    const messages = await this.messagesAfter(stored);
    const last = messages.at(-1);
    if (last === undefined) {
      // A broker that lost its messages doesn't lack these: every reader has passed what was pruned.
      this.note(this.head);
      return;
    }
    const { checks } = this;
    await this.publish(messages);
    if (checks === this.checks) this.note(last.seq);
    if (this.kept[0] !== undefined && this.kept[0].seq <= last.seq) {
      this.kept = this.kept.filter(({ seq }) => seq > last.seq);
    }
  }

  private note(stored: number): void {
    this.stored = stored;
    this.lastStored = stored;
  }

  /** A message of a kept trace has a span until it is stored, and carries it. */
  private async publish(messages: readonly OutboxMessage[]): Promise<void> {
    const { bus } = this.deps;
    const spans: Span[] = [];
    const traced = messages.map((message) => {
      if (message.trace === undefined) return message;
      const attributes = { 'messaging.destination.name': this.subject, 'log.seq': message.seq };
      const span = startSpanBelow(message.trace, 'log', { kind: SpanKind.PRODUCER, attributes });
      spans.push(span);
      return { ...message, trace: span.spanContext() };
    });
    await untilSettled(spans, bus.publishLog(this.stream, this.subject, traced));
  }

  private async messagesAfter(stored: number): Promise<readonly OutboxMessage[]> {
    if (this.kept[0]?.seq === stored + 1) return this.kept.slice(0, READ_LIMIT);
    return this.deps.database.outboxAfter(this.subject, stored, READ_LIMIT);
  }
}
