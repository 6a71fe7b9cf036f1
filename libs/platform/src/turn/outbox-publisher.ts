import { assert, present } from '@exchange/core/kernel';
import { covers } from '../catalogue';
import type { LogPosition, LogRead, OutboxMessage } from '../ports';
import { type PublisherDeps, SubjectPublisher } from './subject-publisher';
import { isCovered } from './log-intake';
import { untilDone } from './retry';

/** Publishes what was committed, and on start what the broker lacks. */
export class OutboxPublisher {
  private readonly subjects = new Map<string, SubjectPublisher>();

  constructor(
    private readonly writes: () => readonly LogRead[],
    private readonly deps: PublisherDeps,
  ) {}

  /**
   * Republishes what the broker lacks of every own subject. Throws BrokerAheadError when the broker has more than
   * the outbox; waits while the broker or its streams can't be reached.
   */
  async recover(heads: readonly LogPosition[]): Promise<void> {
    await Promise.all(this.writes().map((write) => this.expectRecordOf(write, heads)));
    await this.takeOn(heads);
  }

  /** Brings the broker up to these ends of own subjects, and goes on from there. */
  async takeOn(heads: readonly LogPosition[]): Promise<void> {
    await Promise.all(
      heads.map(async ({ subject, seq }) => {
        const publisher = this.open(subject, seq);
        await untilDone(() => publisher.compare(), `comparing ${subject} with the broker`, this.deps);
        await publisher.drain();
      }),
    );
  }

  /** These are another writer's from now on, who publishes what the broker still lacks of them. */
  letGo(writes: (subject: string) => boolean): void {
    for (const [subject, publisher] of this.subjects) {
      if (!writes(subject)) continue;
      publisher.end();
      this.subjects.delete(subject);
    }
  }

  /** Committed messages that the broker isn't known to store. */
  get unpublished(): number {
    let count = 0;
    for (const publisher of this.subjects.values()) count += publisher.unpublished;
    return count;
  }

  /** Takes what a turn committed. Nothing waits for it. */
  publish(outbox: readonly OutboxMessage[]): void {
    const touched = new Set<SubjectPublisher>();
    for (const message of outbox) {
      const publisher = this.subjects.get(message.subject) ?? this.open(message.subject, message.seq - 1);
      publisher.enqueue(message);
      touched.add(publisher);
    }
    // What goes wrong is retried or fatal inside, and never rejects.
    for (const publisher of touched) void publisher.drain();
  }

  /** After a reconnect: the broker may have lost what it stored. */
  recheck(): void {
    for (const publisher of this.subjects.values()) publisher.recheck();
  }

  /** Resolves when the broker stores all that was committed. */
  async published(): Promise<void> {
    await Promise.all([...this.subjects.values()].map((publisher) => publisher.drain()));
  }

  /** Who lost the whole record must not work until the first message that doesn't fit: it would decide by nothing. */
  private async expectRecordOf(write: LogRead, heads: readonly LogPosition[]): Promise<void> {
    const { stream, filter } = write;
    const ask = () => this.deps.bus.lastLogSubject(stream, filter);
    const last = await untilDone(ask, `asking the broker for the end of ${filter}`, this.deps);
    if (last === undefined || !isCovered(write, last)) return;
    if (heads.some(({ subject }) => subject === last)) return;
    // What no writer of ours stored there counts for nothing.
    await this.open(last, 0).compare();
  }

  private open(subject: string, head: number): SubjectPublisher {
    const write = this.writes().find(({ filter }) => covers(filter, subject));
    assert(write !== undefined, `${subject} is not among the declared writes`);
    this.subjects.set(subject, new SubjectPublisher(write.stream, subject, head, this.deps));
    return present(this.subjects.get(subject), subject);
  }
}
