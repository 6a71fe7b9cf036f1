import {
  address,
  amount,
  assert,
  entryId,
  hash,
  marketId,
  orderId,
  rateKey,
  tradeId,
} from '@exchange/core/kernel';
import type { EntitySchemaColumnOptions, ValueTransformer } from 'typeorm';

declare const value: unique symbol;

/** A column of a table, and by its type what rows have there. */
export interface Column<V> extends EntitySchemaColumnOptions {
  readonly [value]?: V;
}

/** A sum of amounts in smallest units, signed or not: numeric(39,0) in Postgres, bigint in rows. The one place that maps it. */
export const amountColumn: Column<bigint> = {
  type: 'numeric',
  precision: 39,
  scale: 0,
  transformer: {
    to: (amount: bigint | null | undefined) => amount ?? null,
    from: (text: string | null) => (text === null ? null : BigInt(text)),
  },
};

/** An id, sequence or time below 2^53: bigint in Postgres, number in rows. */
export const integerColumn: Column<number> = { type: 'bigint' };

export const textColumn: Column<string> = { type: 'text' };

export const booleanColumn: Column<boolean> = { type: 'boolean' };

/** Any value that JSON can hold; no bigint inside. */
export const jsonColumn = <V = unknown>(): Column<V> => ({ type: 'jsonb' });

export const bytesColumn: Column<Uint8Array> = { type: 'bytea' };

/** A whole number below 2^31: integer in Postgres. */
export const shortIntegerColumn: Column<number> = { type: 'integer' };

/** Some sums of amounts: numeric[] in Postgres. */
export const amountsColumn: Column<readonly bigint[]> = {
  type: 'numeric',
  array: true,
  transformer: {
    to: (amounts: readonly bigint[]) => `{${amounts.join(',')}}`,
    from: (texts: readonly string[]) => texts.map(BigInt),
  },
};

/** The same column as a part of the primary key. */
export const primary = <V>(column: Column<V>): Column<V> => ({ ...column, primary: true });

/** The same column, which may hold nothing. */
export const nullable = <V>(column: Column<V>): Column<V | null> => ({
  ...(column as EntitySchemaColumnOptions),
  nullable: true,
});

/** The same column with values of the domain: reading a row fails when what is stored is none. */
export function checked<S, V extends S>(column: Column<S>, read: (stored: S) => V): Column<V> {
  const options: EntitySchemaColumnOptions = column;
  const { to, from } = (options.transformer as ValueTransformer | undefined) ?? UNCHANGED;
  return {
    ...options,
    transformer: { to, from: (stored: unknown) => (stored === null ? null : read(from(stored) as S)) },
  };
}

const UNCHANGED: ValueTransformer = { to: (given: unknown) => given, from: (stored: unknown) => stored };

export const tokenAmountColumn = checked(amountColumn, amount);
export const addressColumn = checked(textColumn, address);
export const hashColumn = checked(textColumn, hash);
export const marketIdColumn = checked(textColumn, marketId);
export const orderIdColumn = checked(integerColumn, orderId);
export const tradeIdColumn = checked(integerColumn, tradeId);
export const entryIdColumn = checked(integerColumn, entryId);
export const rateKeyColumn = checked(integerColumn, rateKey);

/** 0x and hex digits in rows, their bytes in Postgres, where they take less than half the room. */
const hexBytes: EntitySchemaColumnOptions = {
  type: 'bytea',
  transformer: {
    to: (text: string | null | undefined) => (text == null ? null : Buffer.from(text.slice(2), 'hex')),
    from: (bytes: Buffer | null) => (bytes === null ? null : `0x${bytes.toString('hex')}`),
  },
};

export const hexBytesColumn: Column<string> = hexBytes;
export const addressBytesColumn = checked(hexBytesColumn, address);
export const hashBytesColumn = checked(hexBytesColumn, hash);

/** A text that is one of these. */
export const choiceColumn = <const T extends string>(...choices: readonly T[]): Column<T> =>
  checked<string, T>(textColumn, (stored) => {
    assert(choices.includes(stored as T), `${stored} is none of ${choices.join(', ')}`);
    return stored as T;
  });

/** Parses Postgres' int8; larger values than 2^53 are a defect. */
export function parseInteger(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), `integer beyond 2^53 in the database: ${text}`);
  return value;
}
