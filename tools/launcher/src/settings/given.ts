import { setTimeout } from 'node:timers/promises';

/** What runs already elsewhere; undefined for what is started here. */
export interface Given {
  readonly database: string | undefined;
  readonly nats: string | undefined;
  readonly chain: string | undefined;
}

const VARIABLES = { database: 'DATABASE_URL', nats: 'NATS_URL', chain: 'CHAIN_URL' } as const;

/** The variables that name what runs elsewhere, for a sentence; empty when there are none. */
export function namesOfGiven(given: Given): string {
  const parts = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[];
  return parts
    .filter((part) => given[part] !== undefined)
    .map((part) => VARIABLES[part])
    .join(', ');
}

const GIVEN_MS_MAX = 5_000;

const PROTOCOLS: Readonly<Record<keyof typeof VARIABLES, readonly string[]>> = {
  database: ['postgres:', 'postgresql:'],
  nats: ['nats:', 'tls:'],
  chain: ['http:', 'https:'],
};

/** What the environment gives. Throws, saying what would be right, on anything but the URL of such a server. */
export function givenIn(env: NodeJS.ProcessEnv): Given {
  const read = (part: keyof typeof VARIABLES): string | undefined => {
    const text = env[VARIABLES[part]] || undefined;
    // A broker may be several servers.
    for (const url of (part === 'nats' ? text?.split(',') : text && [text]) ?? []) {
      if (URL.canParse(url) && PROTOCOLS[part].includes(new URL(url).protocol)) continue;
      throw new Error(`${VARIABLES[part]} must be a URL that begins with ${PROTOCOLS[part][0]}//`);
    }
    return text;
  };
  return { database: read('database'), nats: read('nats'), chain: read('chain') };
}

/**
 * Does something with what a variable names, and throws errors that name the variable; also when it has no answer
 * within some seconds: many clients would wait for a server for ever.
 */
export async function usingGiven<T>(
  variable: string,
  run: () => Promise<T>,
  msMax = GIVEN_MS_MAX,
): Promise<T> {
  const late = new AbortController();
  const tooLate = setTimeout(msMax, undefined, { signal: late.signal }).then((): never => {
    throw new Error(`no answer within ${msMax / 1000} s; is such a server running there?`);
  });
  try {
    return await Promise.race([run(), tooLate]);
  } catch (error) {
    // A host with several addresses fails with a list of errors and no message of its own.
    const { message, code } = error as { message?: string; code?: string };
    throw new Error(`${variable} can't be used: ${message || (code ?? String(error))}`, { cause: error });
  } finally {
    tooLate.catch(() => undefined);
    late.abort();
  }
}
