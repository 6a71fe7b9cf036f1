import { type TSchema, Type } from '@sinclair/typebox';
import { DefectError } from '@exchange/core/kernel';
import type { AnyCodec, Codec, ValueOf } from './codec';

/** Codecs of members by their names. */
export type Members = Readonly<Record<string, AnyCodec | OptionalMember>>;

/** A member that may be absent. */
export interface OptionalMember extends AnyCodec {
  readonly optional: true;
}

type OptionalNames<M> = { [K in keyof M]: M[K] extends OptionalMember ? K : never }[keyof M];

/** The object that has these members. */
export type ObjectOf<M extends Members> = {
  readonly [K in Exclude<keyof M, OptionalNames<M>>]: ValueOf<M[K]>;
} & { readonly [K in OptionalNames<M>]?: ValueOf<M[K]> };

/** A member that may be absent; so it can be added within a version. */
export const optional = <V>(codec: Codec<V>): Codec<V> & { readonly optional: true } => ({
  ...codec,
  optional: true,
});

/** An object with these members. Readers ignore others, so that a later release may add some. */
export function object<M extends Members>(members: M): Codec<ObjectOf<M>> & { readonly members: M } {
  const entries = Object.entries(members) as [string, Codec<unknown>][];
  const schema = Type.Object(
    Object.fromEntries(
      entries.map(([name, member]) => [
        name,
        isOptional(member) ? Type.Optional(member.schema) : member.schema,
      ]),
    ),
  );
  const convert = (from: Record<string, unknown>, way: 'read' | 'write'): Record<string, unknown> => {
    const to: Record<string, unknown> = {};
    for (const [name, member] of entries) {
      const value = from[name];
      if (value !== undefined) to[name] = member[way](value);
    }
    return to;
  };
  return {
    members,
    schema,
    write: (value) => convert(value as Record<string, unknown>, 'write'),
    read: (json) => convert(json as Record<string, unknown>, 'read') as ObjectOf<M>,
  };
}

const isOptional = (codec: AnyCodec): codec is OptionalMember => 'optional' in codec;

/** The union of objects that `kind` tells apart. */
export type VariantsOf<V extends Readonly<Record<string, Members>>> = {
  [K in keyof V & string]: { readonly kind: K } & ObjectOf<V[K]>;
}[keyof V & string];

/**
 * One of several objects, told apart by `kind`.
 * @example variants({ time: { now: uint }, status: { status: marketStatus } })
 */
export function variants<V extends Readonly<Record<string, Members>>>(
  kinds: V,
): Codec<VariantsOf<V>> & { readonly kinds: V } {
  const codecs = new Map<string, Codec<unknown>>(
    Object.entries(kinds).map(([kind, members]) => {
      const kindCodec: Codec<unknown> = {
        schema: Type.Literal(kind),
        write: () => kind,
        read: () => kind,
      };
      return [kind, object({ kind: kindCodec, ...members }) as Codec<unknown>];
    }),
  );
  const codecOf = (value: unknown): Codec<unknown> => {
    const { kind } = value as { kind: string };
    const codec = codecs.get(kind);
    if (codec === undefined) throw new DefectError(`no such kind: ${kind}`);
    return codec;
  };
  return {
    kinds,
    schema: Type.Union([...codecs.values()].map(({ schema }): TSchema => schema)),
    write: (value) => codecOf(value).write(value),
    read: (json) => codecOf(json).read(json) as VariantsOf<V>,
  };
}
