import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Layout } from '../schema/layout';

/** A packet from a server that speaks another protocol, or a version of it that this code can't read. */
export class MalformedPacketError extends Error {
  override readonly name = 'MalformedPacketError';
}

/** The value, which must fit the schema; `what` names it in the error. */
export function fitting<S extends TSchema>(schema: S, value: unknown, what: string): Static<S> {
  if (Value.Check(schema, value)) return value;
  const problem = Value.Errors(schema, value).First();
  const place = `${what}${problem?.path ?? ''}`;
  throw new MalformedPacketError(
    `${place}: ${problem?.message ?? 'of another form'}, not ${JSON.stringify(problem?.value)}`,
  );
}

/** What an array of this layout shows. */
export const readAs = <V>(layout: Layout<V>, value: unknown, what: string): V =>
  layout.read(fitting(layout.schema, value, what));

/** What a list of such arrays shows. */
export function readListOf<V>(layout: Layout<V>, value: unknown, what: string): V[] {
  if (!Array.isArray(value)) throw new MalformedPacketError(`${what} must be an array`);
  return value.map((item, index) => readAs(layout, item, `${what}/${index}`));
}
