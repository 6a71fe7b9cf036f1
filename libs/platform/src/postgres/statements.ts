import { assert } from '@exchange/core/kernel';
import type { Condition, Find, Table } from '../ports';
import { type ColumnShape, tableShape, type TableShape } from '../tables';

type Row = Readonly<Record<string, unknown>>;

export interface SqlStatement {
  /** Prepared once per connection under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const quoted = (name: string) => `"${name}"`;
const list = (columns: readonly ColumnShape[]) => columns.map(({ name }) => quoted(name)).join(', ');
const arrays = (columns: readonly ColumnShape[]) =>
  columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');

/** Inserts or replaces rows by primary key, all in one statement over arrays. */
export function upsertStatement(shape: TableShape, rows: readonly Row[]): SqlStatement {
  const { name, columns, primary } = shape;
  const others = columns.filter((column) => !column.primary);
  const replace = others.map((column) => `${quoted(column.name)} = excluded.${quoted(column.name)}`);
  const conflict = replace.length > 0 ? `DO UPDATE SET ${replace.join(', ')}` : 'DO NOTHING';
  return {
    name: `upsert ${name}`,
    text: `INSERT INTO ${quoted(name)} (${list(columns)}) SELECT * FROM unnest(${arrays(columns)})
      ON CONFLICT (${list(primary)}) ${conflict}`,
    values: columns.map((column) => rows.map((row) => parameter(shape, column, row))),
  };
}

/** Deletes rows by primary key. */
export function removeStatement(shape: TableShape, rows: readonly Row[]): SqlStatement {
  const { name, primary } = shape;
  const same = primary.map((column) => `t.${quoted(column.name)} = k.${quoted(column.name)}`);
  return {
    name: `remove ${name}`,
    text: `DELETE FROM ${quoted(name)} t USING unnest(${arrays(primary)}) AS k(${list(primary)})
      WHERE ${same.join(' AND ')}`,
    values: primary.map((column) => rows.map((row) => parameter(shape, column, row))),
  };
}

function parameter(shape: TableShape, column: ColumnShape, row: Row): unknown {
  const value = column.to(row[column.property]);
  if (value === undefined || value === null) {
    assert(column.nullable, `${shape.name}.${column.property} must not be null`);
    return null;
  }
  return column.type === 'jsonb' ? JSON.stringify(value) : value;
}

export function findStatement<R extends object>(table: Table<R>, find: Find<R>): SqlStatement {
  const shape = tableShape(table);
  const values: unknown[] = [];
  const conditions = Object.entries<Condition | undefined>(find.where ?? {}).flatMap(
    ([property, condition]) =>
      condition === undefined ? [] : conditionSql(columnOf(shape, property), condition, values),
  );
  const order = (find.order ?? []).map(
    ([property, direction]) =>
      `${quoted(columnOf(shape, property).name)} ${direction === 'asc' ? 'ASC' : 'DESC'}`,
  );
  const selected = shape.columns.map(({ name, property }) => `${quoted(name)} AS ${quoted(property)}`);
  const text = [
    `SELECT ${selected.join(', ')} FROM ${quoted(shape.name)}`,
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    find.limit === undefined ? '' : `LIMIT ${Math.trunc(find.limit)}`,
  ];
  return { text: text.join(' '), values };
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionSql(column: ColumnShape, condition: Condition, values: unknown[]): string[] {
  const name = quoted(column.name);
  const placeholder = (value: unknown) => `$${values.push(value)}`;
  if (condition === null) return [`${name} IS NULL`];
  if (Array.isArray(condition)) {
    return [
      `${name} = ANY(${placeholder(condition.map((value: unknown) => column.to(value)))}::${column.type}[])`,
    ];
  }
  if (typeof condition !== 'object') return [`${name} = ${placeholder(column.to(condition))}`];
  return Object.entries(condition as Record<string, unknown>).flatMap(([comparison, value]) =>
    value === undefined
      ? []
      : [`${name} ${COMPARISONS[comparison as keyof typeof COMPARISONS]} ${placeholder(column.to(value))}`],
  );
}

function columnOf(shape: TableShape, property: string): ColumnShape {
  const column = shape.columns.find((candidate) => candidate.property === property);
  assert(column !== undefined, `${shape.name} has no column ${property}`);
  return column;
}

/** Turns a row of the driver into a row of the table. */
export function rowFrom<R extends object>(shape: TableShape, row: Row): R {
  const entries = shape.columns.map(({ property, from }) => [property, from(row[property])] as const);
  return Object.fromEntries(entries) as R;
}
