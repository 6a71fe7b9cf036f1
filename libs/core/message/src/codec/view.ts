import { type Codec, plain } from './codec';
import { type Members, object, type ObjectOf } from './object';

/** What clients are shown of something: the same in code, between services and, by name, in the public protocol. */
export interface View<M extends Members> extends Codec<ObjectOf<M>> {
  readonly members: M;
}

/** A member with its NAME in the public reference. */
export interface Shown<V> extends Codec<V> {
  readonly title: string;
}

/** A value with what the public reference says of it. */
export const described = <V>(codec: Codec<V>, description: string): Codec<V> => ({
  ...codec,
  schema: { ...codec.schema, description },
});

/** A member that stands at a position of a public array: NAME and what it says. */
export const shown = <V>(title: string, codec: Codec<V>, description: string): Shown<V> => ({
  ...described(codec, description),
  title,
});

/** An object of members that are all the same in JSON and in code; so it passes as it is. */
export function view<M extends Members>(members: M): View<M> {
  const { schema } = object(members);
  return { ...plain<ObjectOf<M>>(schema), members };
}
