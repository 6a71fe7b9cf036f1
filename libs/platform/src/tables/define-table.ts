import { EntitySchema, type EntitySchemaOptions } from 'typeorm';
import type { Table } from '../ports';
import type { Column } from './columns';

type Columns = Readonly<Record<string, Column<unknown>>>;
type RowWith<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never };

/** A row of a table. */
export type RowOf<T> = T extends Table<infer R> ? R : never;

/**
 * A table by its columns, from which the type of its rows follows. Names in the database are those given here in snake
 * case; `tableName` says another.
 *
 * `defineTable('spentHash', { digest: primary(textColumn), orderId: nullable(integerColumn) })` has rows of
 * `{ digest: string; orderId: number | null }`.
 */
export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  more: Pick<EntitySchemaOptions<RowWith<C>>, 'tableName' | 'indices'> = {},
): Table<RowWith<C>> {
  return new EntitySchema<RowWith<C>>({
    name,
    columns: columns as unknown as EntitySchemaOptions<RowWith<C>>['columns'],
    ...more,
  });
}
