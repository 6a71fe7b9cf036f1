/** The code that a refusal begins with. */
export const codeIn = (refusal: unknown): string => String(refusal).split(':')[0] ?? '';
