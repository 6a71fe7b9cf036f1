import { assert } from '@exchange/core/kernel';
import {
  type Database,
  FencedError,
  type Find,
  type HeldLease,
  keptPositions,
  findRows,
  type LogPosition,
  MAIN_WRITER,
  type OutboxMessage,
  ownPositions,
  type RowChange,
  rowKey,
  type Table,
  tableShape,
  type TurnCommit,
} from '@exchange/platform';
import { storedRow } from './memory-rows';
import { MemoryStore } from './memory-store';

/** Faults to inject; each may throw (a fault of the database) or never resolve (the process was killed there). */
export interface MemoryDatabaseFaults {
  read?(): Promise<void> | void;
  /** Nothing of the commit has happened yet. */
  beforeCommit?(turn: TurnCommit): Promise<void> | void;
  /** The commit is durable, and the service doesn't know it yet. */
  afterCommit?(turn: TurnCommit): Promise<void> | void;
}

/** The Database port over a {@link MemoryStore}, one for each process of the service. */
export class MemoryDatabase implements Database {
  faults: MemoryDatabaseFaults = {};
  private epoch: number | undefined;
  private leased: number | undefined;

  /** `now`: the clock of the database, Unix ms; leases end by it. */
  constructor(
    readonly store: MemoryStore = new MemoryStore(),
    private readonly writer: string = MAIN_WRITER,
    private readonly now: () => number = Date.now,
    private readonly reader: string = MAIN_WRITER,
  ) {}

  /** With the same faults: it is the same process. */
  writing(writer: string, reading: 'apart' | 'shared'): MemoryDatabase {
    const reader = reading === 'apart' ? writer : MAIN_WRITER;
    const other = new MemoryDatabase(this.store, writer, this.now, reader);
    other.faults = this.faults;
    return other;
  }

  async find<R extends object>(table: Table<R>, find: Find<R> = {}): Promise<R[]> {
    await this.faults.read?.();
    return findRows(this.store.rows(tableShape(table).name), find).map((row) => structuredClone(row) as R);
  }

  async count<R extends object>(
    table: Table<R>,
    where: NonNullable<Find<R>['where']>,
    most: number,
  ): Promise<number> {
    return (await this.find(table, { where, limit: most })).length;
  }

  async commit(turn: TurnCommit): Promise<void> {
    await this.faults.beforeCommit?.(turn);
    if (this.epoch !== this.store.epochs.get(this.writer))
      throw new FencedError('another process has become the writer');
    const changes = turn.changes.map(prepared);
    this.checkOutbox(turn.outbox);
    for (const { name, upserts, removes } of changes) {
      const rows = this.store.table(name);
      for (const key of removes) rows.delete(key);
      for (const [key, row] of upserts) rows.set(key, row);
    }
    for (const position of keptPositions(this.reader, turn.positions))
      this.store.positions.set(position.subject, position);
    for (const message of turn.outbox) this.append(message);
    await this.faults.afterCommit?.(turn);
  }

  async claimWriter(): Promise<void> {
    await this.faults.read?.();
    this.epoch = this.raiseEpoch(this.writer);
    this.leased = this.epoch;
  }

  async fenceWriter(writer: string): Promise<void> {
    await this.faults.read?.();
    this.raiseEpoch(writer);
  }

  async holdLease(holder: string, milliseconds: number): Promise<boolean> {
    await this.faults.read?.();
    if (this.leased !== undefined && this.leased !== this.store.epochs.get(this.writer)) return false;
    const lease = this.store.leases.get(this.writer);
    if (lease !== undefined && lease.holder !== holder && lease.ends >= this.now()) return false;
    this.store.leases.set(this.writer, { holder, ends: this.now() + milliseconds });
    return true;
  }

  async releaseLease(holder: string): Promise<void> {
    await this.faults.read?.();
    this.leased = undefined;
    if (this.store.leases.get(this.writer)?.holder === holder) this.store.leases.delete(this.writer);
  }

  async handLease(holder: string, to: string, milliseconds: number): Promise<void> {
    await this.faults.read?.();
    this.leased = undefined;
    if (this.store.leases.get(this.writer)?.holder !== holder) return;
    this.store.leases.set(this.writer, { holder: to, ends: this.now() + milliseconds });
  }

  async leases(): Promise<HeldLease[]> {
    await this.faults.read?.();
    return [...this.store.leases].map(([writer, { holder, ends }]) => ({
      ...{ writer, holder, leftMs: ends - this.now() },
    }));
  }

  async isLeased(writer: string): Promise<boolean> {
    await this.faults.read?.();
    return (this.store.leases.get(writer)?.ends ?? -1) >= this.now();
  }

  async positions(): Promise<LogPosition[]> {
    await this.faults.read?.();
    return ownPositions(this.reader, [...this.store.positions.values()]);
  }

  async outboxHeads(): Promise<LogPosition[]> {
    await this.faults.read?.();
    return [...this.store.heads].map(([subject, seq]) => ({ subject, seq }));
  }

  async outboxAfter(subject: string, seq: number, limit: number): Promise<OutboxMessage[]> {
    await this.faults.read?.();
    const kept = this.store.outbox.get(subject) ?? [];
    return kept.filter((message) => message.seq > seq).slice(0, limit);
  }

  async pruneOutbox(subject: string, seq: number): Promise<void> {
    await this.faults.read?.();
    const kept = this.store.outbox.get(subject) ?? [];
    this.store.outbox.set(
      subject,
      kept.filter((message) => message.seq > seq),
    );
  }

  private raiseEpoch(writer: string): number {
    const epoch = (this.store.epochs.get(writer) ?? 0) + 1;
    this.store.epochs.set(writer, epoch);
    return epoch;
  }

  /** A repeated commit may carry what is there already, but nothing else under its sequence. */
  private checkOutbox(outbox: readonly OutboxMessage[]): void {
    for (const { subject, seq, data } of outbox) {
      const there = this.store.outbox.get(subject)?.find((message) => message.seq === seq);
      const same = !there || Buffer.compare(there.data, data) === 0;
      assert(same, `outbox of ${subject} has another message at ${seq}`);
    }
  }

  private append({ subject, seq, data }: OutboxMessage): void {
    const kept = this.store.outbox.get(subject) ?? [];
    if (seq > (this.store.heads.get(subject) ?? 0)) {
      kept.push({ subject, seq, data });
      this.store.heads.set(subject, seq);
      this.store.outbox.set(subject, kept);
    }
  }
}

function prepared({ table, upsert = [], remove = [] }: RowChange) {
  const shape = tableShape(table);
  return {
    name: shape.name,
    upserts: upsert.map((row) => [rowKey(shape, row), storedRow(shape, row)] as const),
    removes: remove.map((row) => rowKey(shape, row)),
  };
}
