import type { EntitySchema } from 'typeorm';
import type { LogMessage } from './bus';

export type Scalar = string | number | bigint | boolean | null;

/** A comparison on one column; a bare value means equal, an array means any of them. */
export type Condition = Scalar | readonly Scalar[] | { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };

export interface Find<R> {
  where?: { [K in keyof R]?: Condition };
  /** Column and direction, most significant first. */
  order?: readonly (readonly [keyof R & string, 'asc' | 'desc'])[];
  limit?: number;
}

/**
 * A table: a TypeORM EntitySchema whose property names are the row's keys. Money columns are numeric(39,0) with the
 * platform's `amountColumn`, so rows hold bigint.
 */
export type Table<R extends object> = EntitySchema<R>;

/** Rows to insert or replace by primary key, or to delete by primary key. */
export interface RowChange {
  readonly table: Table<object>;
  readonly upsert?: readonly object[];
  readonly remove?: readonly object[];
}

/** A change of typed rows; the only way to make a RowChange, so that rows fit their table. */
export function upsert<R extends object>(table: Table<R>, rows: readonly R[]): RowChange {
  return { table: table as unknown as Table<object>, upsert: rows };
}

export function remove<R extends object>(table: Table<R>, keys: readonly Partial<R>[]): RowChange {
  return { table: table as unknown as Table<object>, remove: keys };
}

/** How far a reader has come in one log subject, stored with the effects of what it read. */
export interface LogPosition {
  readonly subject: string;
  /** The dense sequence of the last message applied. */
  readonly seq: number;
  /** The broker's opaque hint where to read on, if it gave one. */
  readonly hint?: string;
}

/** A message of one of this service's own log subjects, with its dense sequence: the durable copy. Its trace isn't stored. */
export interface OutboxMessage extends LogMessage {
  readonly subject: string;
}

/** All that one turn changes; committed as a whole or not at all. */
export interface TurnCommit {
  readonly changes: readonly RowChange[];
  readonly positions: readonly LogPosition[];
  readonly outbox: readonly OutboxMessage[];
}

/** Another process has become the writer: this one must stop at once. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** The writer of a service that has only one. */
export const MAIN_WRITER = 'main';

/** Who holds a writer, or did last. */
export interface HeldLease {
  readonly writer: string;
  readonly holder: string;
  /** How long it still runs by the database's clock, in ms; negative since it ended. */
  readonly leftMs: number;
}

/** What a writer of several that read the same logs writes before the keys of its own; the first writer nothing. */
export const ownKeyPrefix = (writer: string): string => (writer === MAIN_WRITER ? '' : `${writer}/`);

/** Rows to read. */
export interface Records {
  find<R extends object>(table: Table<R>, find?: Find<R>): Promise<R[]>;
  /** How many rows that are stored already fit, and no more than `most`. For people: rows under way are left out. */
  count<R extends object>(
    table: Table<R>,
    where: NonNullable<Find<R>['where']>,
    most: number,
  ): Promise<number>;
}

/** One service's own schema. `find` gives what is committed. */
export interface Database extends Records {
  /** What is wrong with the database now, as a text for operators; undefined while it reads and writes. */
  readonly fault?: string | undefined;
  /**
   * The same for another writer. `apart`: it reads the logs for itself, from positions of its own; else all writers share
   * the positions.
   */
  writing(writer: string, reading: 'apart' | 'shared'): Database;
  /** One transaction, refused with {@link FencedError} when the epoch of this process' writer is no longer ours. */
  commit(turn: TurnCommit): Promise<void>;
  /** Becomes the writer: raises the epoch, which fences every process that was it before. */
  claimWriter(): Promise<void>;
  /** Raises the epoch of another writer, so that whoever writes as it must stop. */
  fenceWriter(writer: string): Promise<void>;
  /**
   * Takes or prolongs the lease of this process' writer; false while another holder's runs, and to a process that is
   * no longer the writer and didn't give the lease back, under whatever name. It only chooses who tries to be the writer:
   * what keeps two from writing is the epoch.
   */
  holdLease(holder: string, milliseconds: number): Promise<boolean>;
  /** Ends the lease if this holder has it. */
  releaseLease(holder: string): Promise<void>;
  /** Hands the lease to another holder, who has it for so long from now, if this holder has it. */
  handLease(holder: string, to: string, milliseconds: number): Promise<void>;
  /** All leases of the schema that weren't given back, also those that have ended. */
  leases(): Promise<HeldLease[]>;
  /** Whether somebody's lease of a writer runs. */
  isLeased(writer: string): Promise<boolean>;
  /** Those of this process' reader. */
  positions(): Promise<LogPosition[]>;
  /** The newest sequence of each own log subject, also when its rows are pruned already. */
  outboxHeads(): Promise<LogPosition[]>;
  /** The kept messages of a subject after `seq`, oldest first, at most `limit`. */
  outboxAfter(subject: string, seq: number, limit: number): Promise<OutboxMessage[]>;
  /** Forgets messages up to `seq` that every reader has passed. */
  pruneOutbox(subject: string, seq: number): Promise<void>;
}
