import cookie from '@fastify/cookie';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { refuse } from '@exchange/core/operator';
import { measureRequests, traceRequests } from '@exchange/edge/http';
import { httpMeter, type Log, type Meters } from '@exchange/platform';
import { addApi } from '../api';
import type { Desk } from '../desk/desk';
import type { Door } from '../login/door';
import type { Lookups } from '../lookup/lookups';
import { addPage } from '../page';
import type { Sight } from '../sight/sight';
import { send } from './answer';

/** A proposal of all steps that one may have. */
const BODY_BYTES_MAX = 256 * 1024;
/** A request must be there as a whole within this time. */
const REQUEST_MS_MAX = 10_000;

/** What the desk's own port is made from. */
export interface DeskServerParts {
  readonly desk: Desk;
  readonly doors: readonly Door[];
  readonly sight: Sight;
  readonly lookups: Lookups;
  readonly log: Log;
  readonly meters: Meters;
  readonly trustedProxies: number;
}

/** The desk's server, not listening yet: the API, and what the doors add. */
export async function createDeskServer(parts: DeskServerParts): Promise<FastifyInstance> {
  const { desk, doors, sight, lookups, log, meters, trustedProxies } = parts;
  const server = Fastify({
    ...{ bodyLimit: BODY_BYTES_MAX, requestTimeout: REQUEST_MS_MAX, forceCloseConnections: 'idle' },
    trustProxy: (_: string, hop: number) => hop < trustedProxies,
  });
  traceRequests(server);
  measureRequests(server, httpMeter(meters));
  server.addHook('onRequest', async (_, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  server.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({ code: 'UNKNOWN_PATH', message: `there is no ${request.method} ${request.url}` }),
  );
  server.setErrorHandler(async (error: FastifyError, _, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500)
      return reply.code(statusCode).send({ code: 'INVALID_REQUEST', message: error.message });
    log.error({ alarm: 'request_failed', err: error }, 'a request to the desk failed');
    return send(reply, refuse('UNAVAILABLE', 'this failed here, and is in the log of operator-gateway'));
  });
  await server.register(cookie);
  await addPage(server, { desk, doors, sight, lookups });
  await addApi(server, { desk, doors, sight, lookups });
  for (const door of doors) await door.addRoutes(server, (person, step) => desk.signIn(person, step));
  return server;
}
