import { ADDRESS_LIMITS } from '@exchange/core/wire';
import { namesHost } from '@exchange/edge/http';
import { clientAddress } from '@exchange/edge/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter, noSuchRoute, rateLimited } from '../answer/failure';
import { send } from '../answer/send';
import type { PublicParts } from './public-parts';
import { AddressLimit } from '../limits/address-limit';

const EXPOSED = 'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Data-Age';

/** What holds for every request: open to all origins, counted per address, reading only. */
export function prepareEveryRequest(
  server: FastifyInstance,
  { limit: options, clock, trustedProxies, ranges, meters }: PublicParts,
): void {
  const limit = new AddressLimit(options);
  // A range that may have more connections may ask more often, in the same ratio.
  const requestsOf = (address: string) =>
    Math.ceil((options.requestsMax * ranges.limits(address).connections) / ADDRESS_LIMITS.connections);
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const address = addressOf(request, trustedProxies);
    const requestsMax = requestsOf(address);
    const { allowed, remaining, resetSeconds } = limit.take(address, requestsMax, clock.steady());
    void reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', EXPOSED)
      .header('ratelimit-limit', requestsMax)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds);
    if (!allowed) {
      meters.limited();
      void reply.header('retry-after', resetSeconds);
      send(request, reply, rateLimited(resetSeconds), 'never');
    } else if (!namesHost(request.raw)) {
      void reply.header('connection', 'close');
      send(request, reply, invalidParameter('a request in HTTP/1.1 must have one Host header'), 'never');
    } else if (request.method === 'OPTIONS') {
      void reply
        .code(204)
        .header('access-control-allow-methods', 'GET, HEAD, OPTIONS')
        .header('access-control-allow-headers', 'If-None-Match')
        .header('access-control-max-age', 86_400)
        .send();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      send(request, reply, noSuchRoute(), 'never');
    } else {
      done();
    }
  });
}

/** The client that a request counts for. */
export const addressOf = ({ raw }: FastifyRequest, trustedProxies: number): string =>
  clientAddress(
    { socket: raw.socket.remoteAddress, forwardedFor: raw.headers['x-forwarded-for'] },
    trustedProxies,
  );
