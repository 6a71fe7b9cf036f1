/** Something that must not be, in words that lead to it. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** A check of the auditor: a {@link Finding} unless it holds. */
export function check(holds: boolean, what: () => string): void {
  if (!holds) throw new Finding(what());
}
