import { Type } from '@sinclair/typebox';
import { type Codec, coded } from './codec';

/** Values in order. */
export const listOf = <V>({ schema, write, read }: Codec<V>): Codec<readonly V[]> =>
  coded(
    Type.Array(schema),
    (values) => values.map((value) => write(value)),
    (items: readonly unknown[]) => items.map((item) => read(item)),
  );

/** A value, or null where there is none. */
export const nullable = <V>({ schema, write, read }: Codec<V>): Codec<V | null> =>
  coded(
    Type.Union([schema, Type.Null()]),
    (value) => (value === null ? null : write(value)),
    (json: unknown) => (json === null ? null : read(json)),
  );
