import { ok } from '@exchange/core/kernel';
import { ACTIONS, mayDo, peopleText, rolesFor } from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { bearerOf, signedIn } from '../http/signed-in';
import type { Door } from '../login/door';

/** Who one is, what one may do, and how one comes in and goes. */
export function addPeople(server: FastifyInstance, desk: Desk, doors: readonly Door[]): void {
  server.get('/api/v1/doors', async (_, reply) => reply.send({ doors: doors.map(({ name }) => name) }));

  server.get(
    '/api/v1/me',
    signedIn(desk, async (person, _, reply) => send(reply, ok(person))),
  );

  server.get(
    '/api/v1/actions',
    signedIn(desk, async ({ roles }, _, reply) => {
      const actions = ACTIONS.map((action) => ({
        ...{ action, roles: rolesFor(action), people: peopleText(action), mayDo: mayDo(roles, action) },
      }));
      return send(reply, ok({ actions }));
    }),
  );

  server.get(
    '/api/v1/groups',
    signedIn(desk, async (_, __, reply) => send(reply, await desk.groups())),
  );

  server.post(
    '/api/v1/logout',
    signedIn(desk, async (_, request, reply) => {
      await desk.signOut(bearerOf(request) ?? '');
      return send(reply, ok({}));
    }),
  );
}
