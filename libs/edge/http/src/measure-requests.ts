import type { HttpMeter } from '@exchange/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keptTraceOf } from './trace-requests';

/** Tells of every answer of a server which endpoint gave it, and how long that took. */
export function measureRequests(server: FastifyInstance, meter: HttpMeter): void {
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { url = 'none' } = request.routeOptions;
    // What no endpoint has is answered by a route of the framework's own, whose pattern has a star.
    const route = url.includes('*') ? 'none' : url;
    meter.answered(route, reply.statusCode, reply.elapsedTime, keptTraceOf(request));
    done();
  });
}
