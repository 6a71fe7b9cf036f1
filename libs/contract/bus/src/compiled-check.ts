import type { TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

/**
 * The check of a schema, compiled when the first value comes: a process loads all definitions and hears few of them, and
 * compiling all of them was a third of what starting its code took.
 * @example
 * compiledCheck(Type.Integer())().Check(1.5) // → false
 */
export function compiledCheck<S extends TSchema>(schema: S): () => TypeCheck<S> {
  let check: TypeCheck<S> | undefined;
  return () => (check ??= TypeCompiler.Compile(schema));
}
