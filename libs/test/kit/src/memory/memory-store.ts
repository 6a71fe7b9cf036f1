import type { LogPosition, OutboxMessage } from '@exchange/platform';

export type Row = Readonly<Record<string, unknown>>;

/** What one service's database holds; it outlives the {@link MemoryDatabase}s of its processes. */
export class MemoryStore {
  /** Rows by table name and primary key. */
  readonly tables = new Map<string, Map<string, Row>>();
  readonly positions = new Map<string, LogPosition>();
  readonly heads = new Map<string, number>();
  /** Kept messages of each own subject, oldest first. */
  readonly outbox = new Map<string, OutboxMessage[]>();
  /** The epoch of each writer. */
  readonly epochs = new Map<string, number>();
  /** Who holds each writer, and until when on the clock of the database. */
  readonly leases = new Map<string, { readonly holder: string; readonly ends: number }>();

  /** Tables that are made of others whenever they are read, as views are. */
  readonly views = new Map<string, (store: MemoryStore) => Iterable<Row>>();

  /** The rows of a table or a view. */
  rows(name: string): Iterable<Row> {
    return this.views.get(name)?.(this) ?? this.table(name).values();
  }

  table(name: string): Map<string, Row> {
    let rows = this.tables.get(name);
    if (!rows) this.tables.set(name, (rows = new Map()));
    return rows;
  }
}
