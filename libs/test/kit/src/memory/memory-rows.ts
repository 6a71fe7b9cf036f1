import { assert, isStorable } from '@exchange/core/kernel';
import type { ColumnShape, StoredRow, TableShape } from '@exchange/platform';

/** U+0000, or half of a surrogate pair, as JSON writes them. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** A row as the database would give it back; what the database would refuse is a defect. */
export function storedRow(shape: TableShape, row: object): StoredRow {
  const given = row as StoredRow;
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
