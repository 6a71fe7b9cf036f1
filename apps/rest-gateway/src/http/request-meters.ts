import { gatewayMetrics } from '@exchange/contract/metrics';
import { inSeconds, type Meters } from '@exchange/platform';
import { keptTraceOf } from '@exchange/edge/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What answers tell as they are sent. */
export interface RequestMeters {
  /** `route`: the endpoint's pattern, or `none`; `traceId`: if its trace is kept. */
  answered(route: string, status: number, ms: number, traceId?: string): void;
  limited(): void;
}

/** For simulations and tests, which measure nothing. */
export const silentRequestMeters: RequestMeters = { answered: () => undefined, limited: () => undefined };

/** Measures the requests of a gateway. */
export function createRequestMeters(meters: Meters): RequestMeters {
  const requests = meters.count(gatewayMetrics.httpRequests);
  const seconds = meters.spread(gatewayMetrics.httpSeconds);
  const limited = meters.count(gatewayMetrics.limiterHits).of('requests');
  return {
    answered(route, status, ms, traceId) {
      requests.of(route, String(status)).count += 1;
      seconds.of(route).observe(inSeconds(ms), traceId);
    },
    limited: () => void (limited.count += 1),
  };
}

/** Tells of every answer of a server which endpoint gave it, and how long that took. */
export function measureRequests(server: FastifyInstance, meters: RequestMeters): void {
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { url = 'none' } = request.routeOptions;
    // Nest answers what no endpoint has by a route of its own.
    const route = url.startsWith('/rest/') ? url : 'none';
    meters.answered(route, reply.statusCode, reply.elapsedTime, keptTraceOf(request));
    done();
  });
}
