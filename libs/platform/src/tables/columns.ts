import { assert } from '@exchange/core/kernel';
import type { EntitySchemaColumnOptions } from 'typeorm';

/** Columns of the platform's tables: spread them to add `primary` or `nullable`. */

/** An amount in smallest units, signed or not: numeric(39,0) in Postgres, bigint in rows. The one place that maps it. */
export const amountColumn = {
  type: 'numeric',
  precision: 39,
  scale: 0,
  transformer: {
    to: (amount: bigint | null | undefined) => (amount == null ? null : amount.toString()),
    from: (text: string | null) => (text === null ? null : BigInt(text)),
  },
} as const satisfies EntitySchemaColumnOptions;

/** An id, sequence or time below 2^53: bigint in Postgres, number in rows. */
export const integerColumn = { type: 'bigint' } as const satisfies EntitySchemaColumnOptions;

export const textColumn = { type: 'text' } as const satisfies EntitySchemaColumnOptions;

export const booleanColumn = { type: 'boolean' } as const satisfies EntitySchemaColumnOptions;

/** Any value that JSON can hold; no bigint inside. */
export const jsonColumn = { type: 'jsonb' } as const satisfies EntitySchemaColumnOptions;

export const bytesColumn = { type: 'bytea' } as const satisfies EntitySchemaColumnOptions;

/** Parses Postgres' int8; larger values than 2^53 are a defect. */
export function parseInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `integer beyond 2^53 in the database: ${text}`);
  return value;
}
