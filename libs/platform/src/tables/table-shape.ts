import { assert } from '@exchange/core/kernel';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Table } from '../ports';

export interface ColumnShape {
  /** The row's key. */
  readonly property: string;
  /** The column's name in the database: the key in snake case. */
  readonly name: string;
  /** The Postgres type, e.g. `numeric`, `bigint`, `text`, `jsonb`, `bytea`, `boolean`, or `numeric[]`. */
  readonly type: string;
  readonly primary: boolean;
  readonly nullable: boolean;
  to(value: unknown): unknown;
  from(value: unknown): unknown;
}

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly primary: readonly ColumnShape[];
  /** Its rows are never replaced or removed, and the service's role may do neither. */
  readonly appendOnly: boolean;
}

/** `orderHash` → `order_hash`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '_') + letter.toLowerCase());

const shapes = new WeakMap<object, TableShape>();
const appended = new WeakSet<object>();

/** The same table, whose rows stay as they were written. */
export function appendOnly<R extends object>(table: Table<R>): Table<R> {
  appended.add(table);
  return table;
}

/** What an EntitySchema says about its table: columns, primary key, transformers. */
export function tableShape<R extends object>(table: Table<R>): TableShape {
  const known = shapes.get(table);
  if (known) return known;
  const { options } = table;
  const columns = Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).map(
    ([property, column]) => columnShape(options.name, property, column),
  );
  const primary = columns.filter((column) => column.primary);
  assert(primary.length > 0, `table ${options.name} has no primary key`);
  const shape = { name: options.name, columns, primary, appendOnly: appended.has(table) };
  shapes.set(table, shape);
  return shape;
}

function columnShape(
  table: string,
  property: string,
  column: EntitySchemaColumnOptions | undefined,
): ColumnShape {
  const { type, transformer, array } = column ?? {};
  assert(typeof type === 'string', `column ${table}.${property} has no plain Postgres type`);
  assert(!Array.isArray(transformer), `column ${table}.${property} has several transformers`);
  return {
    property,
    name: column?.name ?? snakeCase(property),
    type: array ? `${type}[]` : type,
    primary: Boolean(column?.primary),
    nullable: Boolean(column?.nullable),
    to: (value) => (transformer ? transformer.to(value) : value),
    from: (value) => (transformer ? transformer.from(value) : value),
  };
}
