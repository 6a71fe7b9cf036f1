import type { DeskResult, Person } from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import type { OpenedSession } from '../desk/desk';

/** Opens a session for a person whom a door let in; see Desk.signIn. */
export type SignIn = (person: Person, step?: number) => Promise<DeskResult<OpenedSession>>;

/**
 * A way in: it adds its own routes to the desk's server, makes sure who somebody is, and opens a session for that person. The
 * roles it says count until the log says others. Of several the configuration chooses; none may exist off its chains.
 */
export interface Door {
  /** As the API names it: `embedded` or `oidc`. */
  readonly name: string;
  addRoutes(server: FastifyInstance, signIn: SignIn): void | Promise<void>;
}
