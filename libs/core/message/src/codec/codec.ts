import type { TSchema } from '@sinclair/typebox';

/**
 * How a value travels between services, defined once: the schema of its JSON, and both ways between that and the value
 * that code works with.
 */
export interface Codec<V> {
  readonly schema: TSchema;
  /** The JSON of a value, with members in the order of the definition, whatever their order in the value. */
  write(value: V): unknown;
  /** The value of JSON that fits the schema; members that it doesn't know are left out. */
  read(json: unknown): V;
}

/** A codec of whatever values. */
export interface AnyCodec {
  readonly schema: TSchema;
  write(value: never): unknown;
  read(json: unknown): unknown;
}

/** The type of the values of a codec. */
export type ValueOf<C extends AnyCodec> = ReturnType<C['read']>;

/** How a value is converted that is the same in JSON and in code. */
export const same = (value: unknown): unknown => value;

/** A value that is the same in JSON and in code. */
export const plain = <V>(schema: TSchema): Codec<V> => ({
  schema,
  write: same,
  read: same as (json: unknown) => V,
});

/** A value that code holds in another form than JSON. */
export const coded = <V, J>(schema: TSchema, write: (value: V) => J, read: (json: J) => V): Codec<V> => ({
  schema,
  write,
  read: (json) => read(json as J),
});
