import { ok } from '@exchange/core/kernel';
import {
  type ActionName,
  ACTIONS,
  isAction,
  mayDo,
  type OperatorRole,
  peopleText,
  refuse,
  rolesFor,
} from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import { contentSchema } from '../desk/content-schema';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { bearerOf, signedIn } from '../http/signed-in';
import type { Door } from '../login/door';
import { text } from './fields';

/** Who one is, what one may do, and how one comes in and goes. */
export function addPeople(server: FastifyInstance, desk: Desk, doors: readonly Door[]): void {
  server.get('/api/v1/doors', async (_, reply) => reply.send({ doors: doors.map(({ name }) => name) }));

  server.get(
    '/api/v1/me',
    signedIn(desk, async (person, _, reply) => send(reply, ok(person))),
  );

  server.get(
    '/api/v1/actions',
    signedIn(desk, async ({ roles }, _, reply) =>
      send(reply, ok({ actions: ACTIONS.map((action) => ruleOf(action, roles)) })),
    ),
  );

  server.get(
    '/api/v1/actions/:action',
    signedIn(desk, async ({ roles }, { params }, reply) => {
      const action = text(params, 'action');
      return isAction(action)
        ? send(reply, ok({ ...ruleOf(action, roles), content: contentSchema(action) }))
        : send(
            reply,
            refuse('UNKNOWN_ACTION', `there is no action ${action}; there are ${ACTIONS.join(', ')}`),
          );
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

/** Who may do an action; `mayDo`: whether these roles are enough. */
const ruleOf = (action: ActionName, roles: readonly OperatorRole[]) => ({
  ...{ action, roles: rolesFor(action), people: peopleText(action), mayDo: mayDo(roles, action) },
});
