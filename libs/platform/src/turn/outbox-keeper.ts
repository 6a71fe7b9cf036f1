import { type ReaderPart, type ReaderPosition, readerPositions } from '@exchange/contract/bus';
import { present, type ServiceName } from '@exchange/core/kernel';
import { durableReaders, lastCounts, logOf, LOGS } from '../catalogue';
import type { Bus, Database, Log, Subscription } from '../ports';
import type { ReaderLag } from './turn-metrics';

const SUBJECTS_PER_MESSAGE = 1_000;
/** What a service is called that has no parts. */
const WHOLE = '';

/** How far a service has read, which is as far as the last of its parts has. */
class Passed {
  private parts: readonly string[] = [WHOLE];
  private readonly positions = new Map<string, Map<string, number>>();

  hear({ positions, part = { name: WHOLE, all: [WHOLE] } }: ReaderPosition): void {
    this.parts = part.all;
    const known = this.positions.get(part.name) ?? new Map<string, number>();
    for (const { subject, seq } of positions) known.set(subject, Math.max(seq, known.get(subject) ?? 0));
    this.positions.set(part.name, known);
  }

  of(subject: string): number {
    return this.told(subject) ?? 0;
  }

  /** Undefined until all its parts have told of it. */
  told(subject: string): number | undefined {
    const seqs = this.parts.map((part) => this.positions.get(part)?.get(subject));
    return seqs.reduce((least, seq) =>
      least === undefined || seq === undefined ? undefined : Math.min(least, seq),
    );
  }
}

/**
 * Tells the writers how far this service has read, and forgets own outbox messages that every reader with a durable
 * position has passed.
 */
export class OutboxKeeper {
  private readonly passed = new Map<ServiceName, Passed>();
  private readonly pruned = new Map<string, number>();
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly service: ServiceName,
    private readonly deps: { bus: Bus; database: Database; log: Log },
    private readonly part?: ReaderPart,
  ) {}

  async open(): Promise<void> {
    const written = LOGS.filter(({ writer }) => writer === this.service);
    const readers = new Set(written.flatMap(({ pattern }) => durableReaders(pattern)));
    for (const reader of readers) {
      const definition = present(readerPositions.get(reader), `positions of ${reader}`);
      const passed = new Passed();
      this.passed.set(reader, passed);
      const hear = (_subject: string, data: Uint8Array) => passed.hear(definition.decode(data));
      this.subscriptions.push(await this.deps.bus.subscribe(definition.pattern, hear));
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.stop()));
    this.subscriptions = [];
  }

  /** How far readers are behind, summed over the subjects of a log. */
  lags(heads: ReadonlyMap<string, number>): readonly ReaderLag[] {
    const found = new Map<string, ReaderLag>();
    for (const [subject, head] of heads) {
      const log = logOf(subject)?.pattern ?? subject;
      for (const reader of durableReaders(subject)) {
        const passed = this.passed.get(reader)?.told(subject);
        if (passed === undefined) continue;
        const key = `${log} ${reader}`;
        const messages = (found.get(key)?.messages ?? 0) + Math.max(0, head - passed);
        found.set(key, { log, reader, messages });
      }
    }
    return [...found.values()];
  }

  /** Publishes own positions, then prunes. Faults are left for the next time. */
  async keep(applied: ReadonlyMap<string, number>, heads: ReadonlyMap<string, number>): Promise<void> {
    this.tell(applied);
    for (const [subject, head] of heads) await this.prune(subject, head);
  }

  private tell(applied: ReadonlyMap<string, number>): void {
    const definition = readerPositions.get(this.service);
    if (!definition) return;
    const positions = [...applied].map(([subject, seq]) => ({ subject, seq }));
    for (let start = 0; start < positions.length; start += SUBJECTS_PER_MESSAGE) {
      const some = positions.slice(start, start + SUBJECTS_PER_MESSAGE);
      const part = this.part && { part: this.part };
      const data = definition.encode({ reader: this.service, positions: some, ...part });
      this.deps.bus.publish(definition.subject(), data);
    }
  }

  private async prune(subject: string, head: number): Promise<void> {
    const readers = durableReaders(subject);
    const passed = Math.min(head, ...readers.map((reader) => this.passed.get(reader)?.of(subject) ?? 0));
    const seq = lastCounts(subject) ? Math.min(passed, head - 1) : passed;
    if (seq <= (this.pruned.get(subject) ?? 0)) return;
    await this.deps.database.pruneOutbox(subject, seq);
    this.pruned.set(subject, seq);
    this.deps.log.debug({ subject, seq }, 'outbox pruned');
  }
}
