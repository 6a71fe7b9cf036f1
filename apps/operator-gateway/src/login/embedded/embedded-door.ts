import { isDevelopmentChain } from '@exchange/contract/chain';
import { ok } from '@exchange/core/kernel';
import { type DeskResult, type Person, refuse } from '@exchange/core/operator';
import { base32Bytes, type Clock, ConfigError, matchingStep, TotpTries } from '@exchange/platform';
import type { FastifyInstance } from 'fastify';
import { send } from '../../http/answer';
import type { Door, SignIn } from '../door';
import { isPassword } from './check-password';
import { type EmbeddedPerson, readPeople } from './people-file';

interface Credentials {
  readonly person: string;
  readonly password: string;
  readonly code: number;
}

/** So many passwords are hashed at once: each takes memory and most of a core. */
const AT_ONCE_MAX = 2;
const WRONG = refuse(
  'LOGIN_REFUSED',
  "name, password and code don't fit together, or the code was used already",
);
const TOO_MANY = refuse('RATE_LIMITED', 'too many tries: wait 15 minutes');
const BUSY = refuse('RATE_LIMITED', 'others sign in just now: try again in a second');
const SHAPE = refuse(
  'INVALID_FIELD',
  'a login has person and password, which are texts, and code, of six digits',
);

/** People of a file, with a password and a code (RFC 6238). For development chains. */
export class EmbeddedDoor implements Door {
  readonly name = 'embedded';
  readonly #people: ReadonlyMap<string, EmbeddedPerson>;
  readonly #tries = new TotpTries();
  #hashing = 0;

  /** Throws a ConfigError on any chain but those of development, and on a file that isn't one of people. */
  constructor(
    file: string,
    chainId: number,
    private readonly clock: Clock,
  ) {
    if (!isDevelopmentChain(chainId)) {
      throw new ConfigError(
        `OPERATOR_PEOPLE_FILE is for development chains (31337 and 1337), and CHAIN_ID is ${chainId}: people sign in by OpenID Connect there`,
      );
    }
    this.#people = readPeople(file);
  }

  addRoutes(server: FastifyInstance, signIn: SignIn): void {
    server.post('/api/v1/login', async (request, reply) => {
      const credentials = credentialsIn(request.body);
      if (credentials === undefined) return send(reply, SHAPE);
      const known = await this.check(credentials, request.ip);
      return send(reply, known.ok ? await signIn(known.value.person, known.value.step) : known);
    });
  }

  /** Who it is, and the step of the code. A wrong name takes as long as a wrong password. */
  async check(
    { person: name, password, code }: Credentials,
    address: string,
  ): Promise<DeskResult<{ person: Person; step: number }>> {
    const known = this.#people.get(name);
    const [anybody] = this.#people.values();
    const person = known ?? anybody;
    if (person === undefined) return WRONG;
    if (this.#hashing >= AT_ONCE_MAX) return BUSY;
    if (!this.#tries.take(known === undefined ? '' : name, address, this.clock.now())) return TOO_MANY;
    this.#hashing += 1;
    try {
      const isTheirs = await isPassword(password, person.password);
      const step = matchingStep(base32Bytes(person.totpSecret), code, this.clock.now(), -1);
      if (known === undefined || !isTheirs || step === undefined) return WRONG;
      return ok({ person: { name, roles: known.roles }, step });
    } finally {
      this.#hashing -= 1;
    }
  }
}

const CODE_MAX = 999_999;
const PASSWORD_MAX = 1_000;

function credentialsIn(body: unknown): Credentials | undefined {
  const { person, password, code } = (body ?? {}) as Partial<Credentials>;
  const fits =
    typeof person === 'string' &&
    typeof password === 'string' &&
    password.length <= PASSWORD_MAX &&
    Number.isSafeInteger(code) &&
    Number(code) >= 0 &&
    Number(code) <= CODE_MAX;
  return fits ? { person, password, code: Number(code) } : undefined;
}
