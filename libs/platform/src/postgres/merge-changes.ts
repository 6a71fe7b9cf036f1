import { assert } from '@exchange/core/kernel';
import type { RowChange } from '../ports';
import { leftKeys, rowKey, storedForm, storedShape, type TableShape, tableShape } from '../tables';

type Row = Readonly<Record<string, unknown>>;

export interface TableChange {
  readonly shape: TableShape;
  readonly upserts: readonly Row[];
  readonly removes: readonly Row[];
}

type Changed = Map<string, { readonly row: Row; readonly remove: boolean }>;

/**
 * One change for each table, of rows as Postgres has them: of several changes of one row the last counts, since rows
 * are absolute.
 */
export function mergeChanges(changes: readonly RowChange[]): TableChange[] {
  const tables = new Map<RowChange['table'], Changed>();
  for (const { table, upsert = [], remove = [] } of changes) {
    const shape = tableShape(table);
    const rows: Changed = tables.get(table) ?? new Map();
    tables.set(table, rows);
    for (const row of upsert) rows.set(rowKey(shape, row), { row: row as Row, remove: false });
    for (const row of remove) rows.set(rowKey(shape, row), { row: row as Row, remove: true });
  }
  return [...tables].map(([table, rows]) => {
    const [upserts, removes]: [Row[], Row[]] = [[], []];
    for (const { row, remove } of rows.values()) (remove ? removes : upserts).push(row);
    return storedChange(table, upserts, removes);
  });
}

function storedChange(
  table: RowChange['table'],
  upserts: readonly Row[],
  removes: readonly Row[],
): TableChange {
  const shape = storedShape(table);
  const form = storedForm(table);
  if (form === undefined) return { shape, upserts, removes };
  assert(removes.length === 0, `rows of ${shape.name} stay`);
  const stored = form.store(upserts) as readonly Row[];
  return { shape, upserts: stored, removes: leftKeys(shape, stored) as Row[] };
}
