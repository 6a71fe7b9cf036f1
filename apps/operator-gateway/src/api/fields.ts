/** A member of what was sent, as a text; empty when it is none, which whoever needs it refuses. */
export function text(given: unknown, name: string): string {
  const value: unknown = (given as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** A member of a path or a query as a whole number; the default when it is none. */
export function number(given: unknown, name: string, otherwise: number): number {
  const value = text(given, name);
  return /^\d{1,15}$/.test(value) ? Number(value) : otherwise;
}

/** All members that are texts. */
export const texts = (given: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as object).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
