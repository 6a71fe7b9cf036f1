import { randomBytes, scryptSync } from 'node:crypto';

/** Somebody of an embedded exchange, with what he or she signs in by. */
export interface Credentials {
  readonly name: string;
  readonly roles: readonly string[];
  readonly password: string;
  /** Base32, as authenticator apps take it. */
  readonly totpSecret: string;
}

/** In the data folder: what these people sign in by. */
export const CREDENTIALS_FILE = 'operators.json';
/** In the data folder: what operator-gateway knows of them. */
export const PEOPLE_FILE = 'operator-people.json';

const EVERYTHING = ['admin', 'market', 'risk', 'support'] as const;

/** Who does what on an embedded exchange: nora and otto everything, so that what needs two people can be tried, roles included. */
export const PEOPLE = { nora: EVERYTHING, otto: EVERYTHING, vera: ['viewer'] } as const;

/** A password of 256 random bits needs no costly hash; each start of an exchange would wait for it. */
const COSTS = { n: 16_384, r: 8, p: 1 } as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SECRET_LETTERS = 32;

const newSecret = (): string =>
  [...randomBytes(SECRET_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** The people of a new exchange, with passwords and secrets of their own. */
export const newCredentials = (): Credentials[] =>
  Object.entries(PEOPLE).map(([name, roles]) => ({
    ...{ name, roles, password: randomBytes(32).toString('base64url'), totpSecret: newSecret() },
  }));

/** What operator-gateway is told of them, which has no password. */
export const peopleOf = (credentials: readonly Credentials[]) => ({
  people: credentials.map(({ name, roles, password, totpSecret }) => {
    const salt = randomBytes(16);
    const { n, r, p } = COSTS;
    const hash = scryptSync(password, salt, 32, { N: n, r, p }).toString('base64');
    return { name, roles, totpSecret, password: { salt: salt.toString('base64'), hash, ...COSTS } };
  }),
});
