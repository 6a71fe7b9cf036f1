import { assert } from '@exchange/core/kernel';
import type { Condition, Find, Scalar } from '../ports';
import type { TableShape } from './table-shape';

/** A row by the names of its properties. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Above this a set is quicker than looking through a list. */
const FEW = 8;

/** The primary key of a row, or of what names one. */
export function rowKey(shape: TableShape, row: object): string {
  const key: string[] = [];
  for (const { property } of shape.primary) {
    const value = (row as StoredRow)[property];
    assert(value !== undefined && value !== null, `${shape.name}.${property} is part of the key`);
    key.push(String(value));
  }
  return key.join('\u0000');
}

/** A row as the database gives it back once it is stored, which shares nothing with the one that was written. */
export const storedCopy = (shape: TableShape, row: StoredRow): StoredRow =>
  Object.fromEntries(
    shape.columns.map(({ property, type }) => {
      const value = row[property] ?? null;
      const copy =
        type === 'jsonb' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
      return [property, copy instanceof Uint8Array ? Uint8Array.from(copy) : copy];
    }),
  );

/** The rows that a find asks for, among rows in memory: what a database answers. */
export function findRows<R extends object>(rows: Iterable<StoredRow>, find: Find<R>): StoredRow[] {
  const tests = Object.entries<Condition | undefined>(find.where ?? {}).flatMap(([key, condition]) =>
    condition === undefined ? [] : [[key, testOf(condition)] as const],
  );
  const found = [...rows].filter((row) => tests.every(([key, fits]) => fits(row[key] as Scalar)));
  const { order } = find;
  if (order) {
    found.sort((a, b) => {
      for (const [key, direction] of order) {
        const compared = inOrder(a[key] as Scalar, b[key] as Scalar);
        if (compared !== 0) return direction === 'asc' ? compared : -compared;
      }
      return 0;
    });
  }
  return found.slice(0, find.limit);
}

const inOrder = (a: Scalar, b: Scalar): number => {
  if (a === b) return 0;
  return (a as bigint | number | string) < (b as bigint | number | string) ? -1 : 1;
};

function testOf(condition: Condition): (value: Scalar) => boolean {
  if (Array.isArray(condition)) {
    const wanted = condition as readonly Scalar[];
    const among = wanted.length > FEW ? new Set(wanted) : undefined;
    return (value) => value !== null && (among?.has(value) ?? wanted.includes(value));
  }
  if (typeof condition !== 'object' || condition === null) return (value) => value === condition;
  const { gt, gte, lt, lte } = condition as { gt?: Scalar; gte?: Scalar; lt?: Scalar; lte?: Scalar };
  return (value) =>
    value !== null &&
    (gt === undefined || inOrder(value, gt) > 0) &&
    (gte === undefined || inOrder(value, gte) >= 0) &&
    (lt === undefined || inOrder(value, lt) < 0) &&
    (lte === undefined || inOrder(value, lte) <= 0);
}
