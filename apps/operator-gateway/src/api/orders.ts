import type { FastifyInstance } from 'fastify';
import type { Desk } from '../desk/desk';
import { send } from '../http/answer';
import { signedIn } from '../http/signed-in';
import { number, text } from './fields';

/** Clients ask again; a proxy may end what takes longer. */
const WAIT_MS_MAX = 10_000;

/** Dry runs, and what follows from them. */
export function addOrders(server: FastifyInstance, desk: Desk): void {
  server.post(
    '/api/v1/dry-run',
    signedIn(desk, async (person, { body }, reply) =>
      send(reply, await desk.dryRun(person, (body as { steps?: unknown } | null)?.steps)),
    ),
  );

  server.post(
    '/api/v1/orders',
    signedIn(desk, async (person, { body }, reply) => {
      const { steps } = (body ?? {}) as { steps?: unknown };
      const submitted = await desk.submit(person, steps, text(body, 'reason'));
      return send(reply, submitted.ok ? { ok: true, value: { entries: submitted.value } } : submitted);
    }),
  );

  server.get(
    '/api/v1/orders/:seq',
    signedIn(desk, async (_, { params, query }, reply) => {
      const waitMs = Math.min(number(query, 'wait', 0), WAIT_MS_MAX);
      return send(reply, await desk.order(number(params, 'seq', 0), waitMs));
    }),
  );
}
