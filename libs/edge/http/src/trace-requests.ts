import { beginTrace, traceFault, withTrace } from '@exchange/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What failed inside is traced where it is logged. */
const INTERNAL_ERROR = 500;

const kept = new WeakMap<FastifyRequest, NonNullable<ReturnType<typeof beginTrace>>>();

/** The trace of a request, if it is one of those that are kept. */
export const keptTraceOf = (request: FastifyRequest): string | undefined =>
  kept.get(request)?.spanContext().traceId;

/**
 * Has every request of a server begin a trace, if it is one of those that are kept; what a client says of traces isn't
 * heard. A request that is refused because something is away is traced always.
 */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const span = beginTrace('http');
    if (span === undefined) return done();
    kept.set(request, span);
    withTrace(span.spanContext(), done);
  });
  server.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const span = kept.get(request);
    const { statusCode, elapsedTime } = reply;
    if (statusCode > INTERNAL_ERROR)
      withTrace(span?.spanContext(), () =>
        traceFault({ code: String(statusCode), waitedMs: elapsedTime, attributes: aboutRequest(request) }),
      );
    span?.setAttributes({ ...aboutRequest(request), 'http.response.status_code': statusCode }).end();
    done();
  });
}

/** The route, since a client writes what it likes into the rest of the address. */
export const aboutRequest = ({ method, routeOptions }: FastifyRequest) => ({
  'http.request.method': method,
  'http.route': routeOptions.url ?? '(none)',
});
