import { remove, type RowChange, type Table, upsert } from '@exchange/platform';

/** The rows that a turn changes; of several versions of one row the last one counts. */
export class RowCollector {
  private readonly tables = new Map<Table<object>, Map<string, object>>();
  private readonly dropped = new Map<Table<object>, Map<string, object>>();
  private readonly removals: RowChange[] = [];

  put<R extends object>(table: Table<R>, key: string, row: R): void {
    const known = table as unknown as Table<object>;
    const rows = this.tables.get(known) ?? new Map<string, object>();
    rows.set(key, row);
    this.tables.set(known, rows);
    this.dropped.get(known)?.delete(key);
  }

  /** The row that this turn has put under this key so far. */
  waiting<R extends object>(table: Table<R>, key: string): R | undefined {
    return this.tables.get(table as unknown as Table<object>)?.get(key) as R | undefined;
  }

  /** All rows of a table that this turn has put so far. */
  allWaiting<R extends object>(table: Table<R>): R[] {
    return [...(this.tables.get(table as unknown as Table<object>)?.values() ?? [])] as R[];
  }

  /** Removes a row, unless the turn puts it again. */
  drop<R extends object>(table: Table<R>, key: string, row: Partial<R>): void {
    const known = table as unknown as Table<object>;
    this.tables.get(known)?.delete(key);
    const rows = this.dropped.get(known) ?? new Map<string, object>();
    rows.set(key, row);
    this.dropped.set(known, rows);
  }

  /** Rows that nobody needs any more; not of a table whose rows this turn puts. */
  forget<R extends object>(table: Table<R>, keys: readonly Partial<R>[]): void {
    if (keys.length > 0) this.removals.push(remove(table, keys));
  }

  changes(): RowChange[] {
    return [
      ...[...this.tables].map(([table, rows]) => upsert(table, [...rows.values()])),
      ...[...this.dropped].map(([table, rows]) => remove(table, [...rows.values()])),
      ...this.removals,
    ];
  }
}
