/** Thrown when a rule that the program itself guarantees is broken: a bug, never an expected refusal. */
export class DefectError extends Error {
  override readonly name = 'DefectError';
}

/** Stops with a {@link DefectError} unless `condition` holds. For bugs only; refusals are values (see Result). */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new DefectError(message);
}

/** Makes a switch exhaustive: compiles only when every case is handled. */
export function unreachable(value: never): never {
  throw new DefectError(`unhandled case: ${JSON.stringify(value)}`);
}

/** Returns `value`, which the caller knows to be present; a missing one is a defect. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new DefectError(`missing ${what}`);
  return value;
}
