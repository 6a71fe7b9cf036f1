import { ok } from '@exchange/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { signedIn } from '../http/signed-in';
import { number } from './fields';

const PAGE_MAX = 200;

/** The log of what was done: what follows an entry, or else the newest ones. */
export function addAudit(server: FastifyInstance, desk: Desk): void {
  server.get(
    '/api/v1/audit/verify',
    signedIn(desk, async (_, __, reply) => send(reply, ok(await desk.verify()))),
  );

  server.get(
    '/api/v1/audit',
    signedIn(desk, async (_, { query }, reply) => {
      const limit = Math.min(number(query, 'limit', PAGE_MAX), PAGE_MAX);
      const after = number(query, 'after', Math.max(0, desk.newestEntry - limit));
      return send(reply, ok({ entries: await desk.entries(after, limit) }));
    }),
  );
}
