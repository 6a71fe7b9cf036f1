import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Members, ObjectOf, View } from '@exchange/core/message';

/** What stands at one position of an array, and how code calls it. */
export interface Position<S extends TSchema = TSchema, V = Static<S>> {
  /** NAME of the position in the reference. */
  readonly title: string;
  readonly schema: S;
  write(value: V): unknown;
  /** What reads it, where code works with something else than what stands there (decode/checks.ts). */
  readonly reader?: CodedReader | undefined;
}

type CodedReader = 'buyBit' | 'sideBit';

/** Positions in their order, by the name that they have in code. */
type Positions = Readonly<Record<string, AnyPosition>>;

interface AnyPosition {
  readonly title: string;
  readonly schema: TSchema;
  write(value: never): unknown;
  readonly reader?: CodedReader | undefined;
}

/** What an array shows, by name instead of by position. */
export type ViewOf<P extends Positions> = { readonly [K in keyof P]: Parameters<P[K]['write']>[0] };

/** An array with fixed positions: the one definition of its schema, of the type of its view, and of the way to it. Its reader is made from it (reader-source.ts). */
export interface Layout<V> {
  readonly schema: TSchema;
  /** What stands in the array, by name. */
  readonly members: Readonly<Record<string, TSchema>>;
  /** The array for this view; members that have no position are left out. */
  write(view: V): readonly unknown[];
  /** What the generated readers are made from. */
  readonly positions: readonly (readonly [name: string, position: AnyPosition])[];
}

/** A position whose value code uses as it stands. */
export function at<S extends TSchema>(title: string, schema: S): Position<S> {
  return { title, schema, write: (value) => value };
}

/** A position that holds something else than what code works with. */
export const coded = <S extends TSchema, V>(
  title: string,
  schema: S,
  write: (value: V) => Static<S>,
  reader?: CodedReader,
): Position<S, V> => ({ title, schema, write, reader });

/** A position that holds a list of arrays of this layout. */
export const listAt = <V>(
  title: string,
  { schema, write }: Layout<V>,
  description: string,
): Position<TSchema, readonly V[]> => ({
  title,
  schema: Type.Array(schema, { description }),
  write: (views) => views.map(write),
});

/** What stands at a position of this NAME: a type that has a name of its own keeps it beside that. */
export const positioned = (name: string, schema: TSchema): TSchema =>
  schema.title === undefined ? { ...schema, title: name } : { ...schema, 'x-position': name };

/** The layout of these positions, in this order. The title names it in the reference. */
export function layout<P extends Positions>(
  title: string,
  description: string,
  positions: P,
): Layout<ViewOf<P>> {
  const entries = Object.entries(positions) as [string, Position<TSchema, unknown>][];
  const items = entries.map(([, { title: name, schema }]) => positioned(name, schema));
  return {
    schema: Type.Tuple(items, { title, description }),
    members: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    write: (view) => {
      const values: Readonly<Record<string, unknown>> = view;
      return entries.map(([name, position]) => position.write(values[name]));
    },
    positions: entries,
  };
}

/** How a member is called in the reference; one without a NAME has no position. */
interface Member {
  readonly schema: TSchema;
  readonly title?: string;
}

/**
 * The layout of a view that services tell each other (core/message): a position for each member with a NAME, in their
 * order. `others` are the positions that don't hold the member as it is.
 */
export function viewLayout<M extends Members>(
  title: string,
  description: string,
  { members }: View<M>,
  others: { readonly [K in keyof M]?: AnyPosition } = {},
): Layout<ObjectOf<M>> {
  const named = Object.entries<Member>(members).flatMap(([name, member]) =>
    member.title === undefined ? [] : [[name, at(member.title, member.schema)] as const],
  );
  const positions: Positions = { ...Object.fromEntries(named), ...others };
  return layout(title, description, positions) as Layout<ObjectOf<M>>;
}
