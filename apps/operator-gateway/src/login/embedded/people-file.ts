import { readFileSync } from 'node:fs';
import { ConfigError } from '@exchange/platform';
import { isPersonName, isRole, type Person } from '@exchange/core/operator';

/** How a password was hashed: scrypt with these costs, as base64. */
export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** Somebody who signs in with a password and a code. */
export interface EmbeddedPerson extends Person {
  readonly password: HashedPassword;
  /** Base32, as authenticator apps take it. */
  readonly totpSecret: string;
}

/** Reads the file of people. Throws a ConfigError that names what is wrong with it, and shows nothing of it. */
export function readPeople(file: string): ReadonlyMap<string, EmbeddedPerson> {
  let people: unknown;
  try {
    people = (JSON.parse(readFileSync(file, 'utf8')) as { people?: unknown }).people;
  } catch (error) {
    throw new ConfigError(`OPERATOR_PEOPLE_FILE ${file} can't be read as JSON`, { cause: error });
  }
  if (!Array.isArray(people) || !people.every(isEmbeddedPerson)) {
    throw new ConfigError(
      `OPERATOR_PEOPLE_FILE ${file} must hold people, each with name, roles, password (salt, hash, n, r, p) and totpSecret`,
    );
  }
  return new Map(people.map((person) => [person.name, person]));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isEmbeddedPerson(value: unknown): value is EmbeddedPerson {
  const { name, roles, password, totpSecret } = (value ?? {}) as Partial<EmbeddedPerson>;
  const { salt, hash, n, r, p } = password ?? {};
  return (
    isText(name) &&
    isPersonName(name) &&
    Array.isArray(roles) &&
    roles.every(isRole) &&
    [salt, hash].every(isText) &&
    [n, r, p].every(Number.isSafeInteger) &&
    isText(totpSecret) &&
    /^[A-Z2-7]{16,}$/.test(totpSecret)
  );
}
