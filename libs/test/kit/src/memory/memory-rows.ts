import { assert, isStorable } from '@exchange/core/kernel';
import type { ColumnShape, Condition, Find, Scalar, TableShape } from '@exchange/platform';
import type { Row } from './memory-store';

/** U+0000, or half of a surrogate pair, as JSON writes them. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** A row as the database would give it back; what the database would refuse is a defect. */
export function storedRow(shape: TableShape, row: object): Row {
  const given = row as Row;
  for (const key of Object.keys(given)) {
    assert(
      shape.columns.some(({ property }) => property === key),
      `${shape.name} has no column ${key}`,
    );
  }
  return Object.fromEntries(
    shape.columns.map((column) => [column.property, storedValue(shape, column, given[column.property])]),
  );
}

function storedValue(shape: TableShape, column: ColumnShape, value: unknown): unknown {
  const where = `${shape.name}.${column.property}`;
  if (value === undefined || value === null) {
    assert(column.nullable, `${where} must not be null`);
    return null;
  }
  if (column.type === 'jsonb') {
    const json = JSON.stringify(value);
    assert(!UNSTORABLE_ESCAPE.test(json), `${where} must hold texts that can be stored`);
    return JSON.parse(json) as unknown;
  }
  if (column.type === 'numeric') assert(typeof value === 'bigint', `${where} must be a bigint`);
  if (column.type === 'bigint') assert(Number.isSafeInteger(value), `${where} must be an integer`);
  if (column.type === 'text') {
    assert(typeof value === 'string' && isStorable(value), `${where} must be a text that can be stored`);
  }
  if (column.type === 'boolean') assert(typeof value === 'boolean', `${where} must be a boolean`);
  return value instanceof Uint8Array ? Uint8Array.from(value) : value;
}

export function primaryKey(shape: TableShape, row: object): string {
  return shape.primary
    .map(({ property }) => {
      const value = (row as Row)[property];
      assert(value !== undefined && value !== null, `${shape.name}.${property} is part of the key`);
      return String(value);
    })
    .join('\u0000');
}

const inOrder = (a: Scalar, b: Scalar): number => {
  if (a === b) return 0;
  return (a as bigint | number | string) < (b as bigint | number | string) ? -1 : 1;
};

function fits(value: Scalar, condition: Condition): boolean {
  if (Array.isArray(condition)) return value !== null && condition.some((wanted: Scalar) => wanted === value);
  if (typeof condition !== 'object' || condition === null) return value === condition;
  const { gt, gte, lt, lte } = condition as { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };
  return (
    value !== null &&
    (gt === undefined || inOrder(value, gt) > 0) &&
    (gte === undefined || inOrder(value, gte) >= 0) &&
    (lt === undefined || inOrder(value, lt) < 0) &&
    (lte === undefined || inOrder(value, lte) <= 0)
  );
}

/** The rows that a find asks for, as copies. */
export function findRows<R extends object>(rows: Iterable<Row>, find: Find<R>): R[] {
  const conditions = Object.entries<Condition | undefined>(find.where ?? {});
  let found = [...rows].filter((row) =>
    conditions.every(([key, condition]) => condition === undefined || fits(row[key] as Scalar, condition)),
  );
  if (find.order) {
    const order = find.order;
    found = found.sort((a, b) => {
      for (const [key, direction] of order) {
        const compared = inOrder(a[key] as Scalar, b[key] as Scalar);
        if (compared !== 0) return direction === 'asc' ? compared : -compared;
      }
      return 0;
    });
  }
  return found.slice(0, find.limit).map((row) => structuredClone(row) as R);
}
