import { ok } from '@exchange/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { signedIn } from '../http/signed-in';
import { LOOKUP_NAMES, lookupFields, type Lookups } from '../lookup/lookups';
import { text, texts } from './fields';

/** What the owners of state know of an account, an order, a trade, an entry; messages, shortfalls and solvency. */
export function addLookUps(server: FastifyInstance, desk: Desk, lookups: Lookups): void {
  server.get(
    '/api/v1/look',
    signedIn(desk, async (_, __, reply) =>
      send(reply, ok({ lookUps: LOOKUP_NAMES.map((what) => ({ what, fields: lookupFields(what) })) })),
    ),
  );

  server.get(
    '/api/v1/look/:what',
    signedIn(desk, async (_, { params, query }, reply) =>
      send(reply, await lookups.ask(text(params, 'what'), texts(query))),
    ),
  );
}
