import { Type } from '@sinclair/typebox';
import { type Codec, coded, plain, same } from './codec';

/** Values in order. */
export const listOf = <V>({ schema, write, read }: Codec<V>, most?: number): Codec<readonly V[]> => {
  const list = Type.Array(schema, most === undefined ? {} : { maxItems: most });
  if (write === same && read === same) return plain(list);
  return coded(
    list,
    (values) => values.map((value) => write(value)),
    (items: readonly unknown[]) => items.map((item) => read(item)),
  );
};

/** A value, or null where there is none. */
export const nullable = <V>({ schema, write, read }: Codec<V>): Codec<V | null> => {
  const union = Type.Union([schema, Type.Null()]);
  if (write === same && read === same) return plain(union);
  return coded(
    union,
    (value) => (value === null ? null : write(value)),
    (json: unknown) => (json === null ? null : read(json)),
  );
};
