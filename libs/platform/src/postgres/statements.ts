import { assert } from '@exchange/core/kernel';
import type { Condition, Find, Table } from '../ports';
import { type ColumnShape, storedForm, storedShape, type TableShape } from '../tables';
import { binaryArray } from './binary-array';

type Row = Readonly<Record<string, unknown>>;

export interface SqlStatement {
  /** Prepared once per connection under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const quoted = (name: string) => `"${name}"`;
const list = (columns: readonly ColumnShape[]) => columns.map(({ name }) => quoted(name)).join(', ');
/** Lists come as their text: there are no arrays of arrays of different lengths. */
const isList = ({ type }: ColumnShape) => type.endsWith('[]');
const sentType = (column: ColumnShape) => (isList(column) ? 'text' : column.type);
const arrays = (columns: readonly ColumnShape[]) =>
  columns.map((column, index) => `$${index + 1}::${sentType(column)}[]`).join(', ');
const given = (columns: readonly ColumnShape[]) =>
  columns
    .map((column) => (isList(column) ? `${quoted(column.name)}::${column.type}` : quoted(column.name)))
    .join(', ');

/** Inserts or replaces rows by primary key, all in one statement over arrays. */
export function upsertStatement(shape: TableShape, rows: readonly Row[]): SqlStatement {
  const { name, columns, primary } = shape;
  const others = columns.filter((column) => !column.primary);
  const replace = others.map((column) => `${quoted(column.name)} = excluded.${quoted(column.name)}`);
  const conflict = replace.length > 0 ? `DO UPDATE SET ${replace.join(', ')}` : 'DO NOTHING';
  return {
    name: `upsert ${name}`,
    text: `INSERT INTO ${quoted(name)} (${list(columns)}) SELECT ${given(columns)}
      FROM unnest(${arrays(columns)}) AS given (${list(columns)})
      ON CONFLICT (${list(primary)}) ${conflict}`,
    values: columns.map((column) => parameter(shape, column, rows)),
  };
}

/**
 * Inserts rows that stay as they are. A repeated commit may carry what is there already; another row under the same key is
 * refused, since it is none of these.
 */
export function appendStatement(shape: TableShape, rows: readonly Row[]): SqlStatement {
  const { name, columns } = shape;
  const same = columns.map((column) => `t.${quoted(column.name)} = given.${quoted(column.name)}`);
  return {
    name: `append ${name}`,
    text: `INSERT INTO ${quoted(name)} (${list(columns)}) SELECT ${given(columns)}
      FROM unnest(${arrays(columns)}) AS given (${list(columns)})
      WHERE NOT EXISTS (SELECT 1 FROM ${quoted(name)} t WHERE ${same.join(' AND ')})`,
    values: columns.map((column) => parameter(shape, column, rows)),
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
    values: primary.map((column) => parameter(shape, column, rows)),
  };
}

/** The values of a column in these rows. */
function parameter(shape: TableShape, column: ColumnShape, rows: readonly Row[]): Buffer {
  const { property, type, nullable } = column;
  const values = rows.map((row) => {
    const value = column.to(row[property]);
    assert(nullable || (value !== undefined && value !== null), `${shape.name}.${property} must not be null`);
    return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  });
  return binaryArray(sentType(column), values);
}

export function findStatement<R extends object>(table: Table<R>, find: Find<R>): SqlStatement {
  const shape = storedShape(table);
  const values: unknown[] = [];
  const conditions = conditionsSql(table, find.where ?? {}, values);
  const order = (find.order ?? []).map(
    ([property, direction]) =>
      `${quoted(columnOf(shape, property).name)} ${direction === 'asc' ? 'ASC' : 'DESC'}`,
  );
  const selected = shape.columns.map(({ name, property }) => `${quoted(name)} AS ${quoted(property)}`);
  const text = [
    `SELECT ${selected.join(', ')} FROM ${quoted(shape.name)}`,
    conditions,
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    find.limit === undefined ? '' : `LIMIT ${Math.trunc(find.limit)}`,
  ];
  return prepared(text.join(' '), values);
}

/** How many rows fit, up to a number. */
export function countStatement<R extends object>(
  table: Table<R>,
  where: NonNullable<Find<R>['where']>,
  most: number,
): SqlStatement {
  const values: unknown[] = [];
  const conditions = conditionsSql(table, where, values);
  const rows = `SELECT FROM ${quoted(storedShape(table).name)} ${conditions} LIMIT ${Math.trunc(most)}`;
  return prepared(`SELECT count(*) AS count FROM (${rows}) AS fitting`, values);
}

function conditionsSql<R extends object>(
  table: Table<R>,
  where: NonNullable<Find<R>['where']>,
  values: unknown[],
): string {
  const shape = storedShape(table);
  const stored: object = storedForm(table)?.where?.(where) ?? where;
  const conditions = Object.entries<Condition | undefined>(stored as Record<string, Condition>).flatMap(
    ([property, condition]) =>
      condition === undefined ? [] : conditionSql(columnOf(shape, property), condition, values),
  );
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** So many questions are kept prepared; their texts differ by table, conditions, order and limit. */
const MOST_PREPARED = 200;
const prepared = preparedStatements('find');

/** Gives each text a name, under which a connection prepares it once. */
function preparedStatements(prefix: string): (text: string, values: readonly unknown[]) => SqlStatement {
  const names = new Map<string, string>();
  return (text, values) => {
    let name = names.get(text);
    if (name === undefined && names.size < MOST_PREPARED) names.set(text, (name = `${prefix} ${names.size}`));
    return name === undefined ? { text, values } : { name, text, values };
  };
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionSql(column: ColumnShape, condition: Condition, values: unknown[]): string[] {
  const name = quoted(column.name);
  const placeholder = (value: unknown) => `$${values.push(value)}`;
  if (condition === null) return [`${name} IS NULL`];
  if (Array.isArray(condition)) {
    const wanted = condition.map((value: unknown) => column.to(value));
    return [`${name} = ANY(${placeholder(binaryArray(column.type, wanted))}::${column.type}[])`];
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
export function rowFrom<R extends object>(table: Table<R>, row: Row): R {
  const entries = storedShape(table).columns.map(
    ({ property, from }) => [property, from(row[property])] as const,
  );
  const form = storedForm(table);
  if (form === undefined) return Object.fromEntries(entries) as R;
  assert(form.read !== undefined, `rows of ${table.options.name} are not read`);
  return form.read(Object.fromEntries(entries)) as R;
}
