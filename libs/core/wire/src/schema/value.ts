import {
  type SchemaOptions,
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox';

/*
 * What stands in the messages of the server. Objects stay open, since members may be added: a client ignores those
 * it doesn't know.
 */

const UINT_MAX = Number.MAX_SAFE_INTEGER;

export const uint = (description: string) => Type.Integer({ minimum: 0, maximum: UINT_MAX, description });

/** Unix milliseconds. */
export const timeMs = (description: string) => uint(`${description}, Unix ms`);

export const bool = (description: string) => Type.Boolean({ description });

export const words = (description: string, options: SchemaOptions = {}) =>
  Type.String({ description, ...options });

export const number = (description: string) => Type.Number({ description });

/** Smallest units. */
export const amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]{0,38})$', description });

/** A decimal without exponent; signed only where a change is told. */
export const decimal = (description: string) =>
  Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$', description });

export const address = (description: string) => Type.String({ pattern: '^0x[0-9a-f]{40}$', description });

export const hash = (description: string) => Type.String({ pattern: '^0x[0-9a-f]{64}$', description });

export const nullable = <S extends TSchema>(schema: S) =>
  Type.Union([schema, Type.Null()], { description: schema.description ?? '' });

/** One of these values. */
export const among = <const T extends readonly (string | number)[]>(
  description: string,
  ...values: T
): TUnion<TLiteral<T[number]>[]> =>
  Type.Union(
    values.map((value: T[number]) => Type.Literal(value)),
    { description },
  );

/** An object of a type that has this name in the documents of the interface. */
export const object = <P extends TProperties>(
  title: string,
  description: string,
  properties: P,
): TObject<P> => Type.Object(properties, { title, description });

export const listOf = <S extends TSchema>(schema: S, description = '') =>
  Type.Array(schema, description === '' ? {} : { description });

export const mapOf = <S extends TSchema>(schema: S, description: string) =>
  Type.Record(Type.String(), schema, { description });
