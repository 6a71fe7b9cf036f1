import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Members, ObjectOf, View } from '@exchange/core/message';

/** What stands at one position of an array, and how code calls it. */
export interface Position<S extends TSchema = TSchema, V = Static<S>> {
  /** NAME of the position in the reference. */
  readonly title: string;
  readonly schema: S;
  write(value: V): unknown;
  read(wire: unknown): V;
}

/** Positions in their order, by the name that they have in code. */
type Positions = Readonly<Record<string, AnyPosition>>;

interface AnyPosition {
  readonly title: string;
  readonly schema: TSchema;
  write(value: never): unknown;
  read(wire: unknown): unknown;
}

/** What an array shows, by name instead of by position. */
export type ViewOf<P extends Positions> = { readonly [K in keyof P]: ReturnType<P[K]['read']> };

/** An array with fixed positions: the one definition of its schema, of the type of its view, and of both ways between them. */
export interface Layout<V> {
  readonly schema: TSchema;
  /** What stands in the array, by name. */
  readonly members: Readonly<Record<string, TSchema>>;
  /** The array for this view; members that have no position are left out. */
  write(view: V): readonly unknown[];
  /** The view of an array that fits the schema. */
  read(array: unknown): V;
}

/** A position whose value code uses as it stands. */
export function at<S extends TSchema>(title: string, schema: S): Position<S> {
  return { title, schema, write: (value) => value, read: (wire) => wire as Static<S> };
}

/** A position that holds something else than what code works with. */
export const coded = <S extends TSchema, V>(
  title: string,
  schema: S,
  write: (value: V) => Static<S>,
  read: (wire: Static<S>) => V,
): Position<S, V> => ({ title, schema, write, read: (wire) => read(wire as Static<S>) });

/** A position that holds a list of arrays of this layout. */
export const listAt = <V>(title: string, { schema, write, read }: Layout<V>, description: string) =>
  coded<TSchema, readonly V[]>(
    title,
    Type.Array(schema, { description }),
    (views) => views.map(write),
    (arrays) => (arrays as unknown[]).map(read),
  );

/** The layout of these positions, in this order. The title names it in the reference. */
export function layout<P extends Positions>(
  title: string,
  description: string,
  positions: P,
): Layout<ViewOf<P>> {
  const entries = Object.entries(positions) as [string, Position<TSchema, unknown>][];
  const items = entries.map(([, { title: name, schema }]) => ({ ...schema, title: name }));
  return {
    schema: Type.Tuple(items, { title, description }),
    members: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    write: (view) => {
      const values: Readonly<Record<string, unknown>> = view;
      return entries.map(([name, position]) => position.write(values[name]));
    },
    read: (array) => {
      const wire = array as readonly unknown[];
      // The positions' values are of the types of the view, which is made of them.
      return Object.fromEntries(
        entries.map(([name, position], index) => [name, position.read(wire[index])]),
      ) as ViewOf<P>;
    },
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
