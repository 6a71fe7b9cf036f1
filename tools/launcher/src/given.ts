import type { Settings } from './settings';

const VARIABLES = { database: 'DATABASE_URL', nats: 'NATS_URL', chain: 'CHAIN_URL' } as const;

/** The variables that name what runs elsewhere, for a sentence; empty when there are none. */
export function namesOfGiven(given: Settings['given']): string {
  const parts = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];
  return parts
    .filter((part) => given[part] !== undefined)
    .map((part) => VARIABLES[part])
    .join(', ');
}

/** Does something with what a variable names, and throws errors that name the variable. */
export async function usingGiven<T>(variable: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // A host with several addresses fails with a list of errors and no message of its own.
    const { message, code } = error as { message?: string; code?: string };
    throw new Error(`${variable} can't be used: ${message || (code ?? String(error))}`, { cause: error });
  }
}
