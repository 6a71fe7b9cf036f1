import { EntitySchema, type EntitySchemaOptions } from 'typeorm';
import type { Table } from '../ports';
import type { Column } from './columns';

type Columns = Readonly<Record<string, Column<unknown>>>;
type RowWith<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never };

/** A row of a table. */
export type RowOf<T> = T extends Table<infer R> ? R : never;

/**
 * A table by its name in the database and its columns, from which the type of its rows follows. A column's name in the
 * database is the one given here in snake case.
 *
 * `defineTable('spent_hash', { digest: primary(textColumn), orderId: nullable(integerColumn) })` has rows of
 * `{ digest: string; orderId: number | null }`.
 */
export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  indices: EntitySchemaOptions<RowWith<C>>['indices'] = [],
): Table<RowWith<C>> {
  return new EntitySchema<RowWith<C>>({
    name,
    columns: columns as unknown as EntitySchemaOptions<RowWith<C>>['columns'],
    indices,
  });
}
