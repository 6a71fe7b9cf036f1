import { assert } from '@exchange/core/kernel';
import type { RowChange } from '../ports';
import { type TableShape, tableShape } from '../tables';

type Row = Readonly<Record<string, unknown>>;

export interface TableChange {
  readonly shape: TableShape;
  readonly upserts: readonly Row[];
  readonly removes: readonly Row[];
}

/** One change for each table: of several changes of one row the last counts, since rows are absolute. */
export function mergeChanges(changes: readonly RowChange[]): TableChange[] {
  const tables = new Map<TableShape, Map<string, { row: Row; remove: boolean }>>();
  for (const { table, upsert = [], remove = [] } of changes) {
    const shape = tableShape(table);
    const rows = tables.get(shape) ?? new Map<string, { row: Row; remove: boolean }>();
    tables.set(shape, rows);
    for (const row of upsert) rows.set(keyOf(shape, row as Row), { row: row as Row, remove: false });
    for (const row of remove) rows.set(keyOf(shape, row as Row), { row: row as Row, remove: true });
  }
  return [...tables].map(([shape, rows]) => {
    const last = [...rows.values()];
    const upserts = last.filter(({ remove }) => !remove).map(({ row }) => row);
    const removes = last.filter(({ remove }) => remove).map(({ row }) => row);
    return { shape, upserts, removes };
  });
}

function keyOf(shape: TableShape, row: Row): string {
  const key: string[] = [];
  for (const { property } of shape.primary) {
    const value = row[property];
    assert(value !== undefined && value !== null, `${shape.name}.${property} is part of the key`);
    key.push(String(value));
  }
  return key.join('\u0000');
}
