import { expect } from '@jest/globals';

// Looking a global up is slow where tests run.
const { keys: keysOf } = Object;
const { isArray } = Array;

/** What JSON would say, amounts as decimal text. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

/** Whether both values have the same text, found without writing it: the same fields in the same order. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = keysOf(a);
  const others = keysOf(b);
  if (keys.length !== others.length || isArray(a) !== isArray(b)) return false;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if (key !== others[index]) return false;
    if (!isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])) return false;
  }
  return true;
}

/** Fails unless both values have the same text; writes it, which is slow, only when that is in doubt. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (!isSame(actual, expected)) expect(textOf(actual)).toBe(textOf(expected));
}
