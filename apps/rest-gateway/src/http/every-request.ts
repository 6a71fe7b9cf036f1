import { clientAddress } from '@exchange/edge/limits';
import type { Clock } from '@exchange/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noSuchRoute, rateLimited } from '../answer/failure';
import { send } from '../answer/send';
import { AddressLimit, type AddressLimitOptions } from '../limits/address-limit';

const EXPOSED = 'ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After';

/** What holds for every request: open to all origins, counted per address, reading only. */
export function prepareEveryRequest(
  server: FastifyInstance,
  options: AddressLimitOptions,
  clock: Clock,
  trustedProxies: number,
): void {
  const limit = new AddressLimit(options);
  const limitText = String(options.requestsMax);
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { allowed, remaining, resetSeconds } = limit.take(addressOf(request, trustedProxies), clock.now());
    void reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', EXPOSED)
      .header('ratelimit-limit', limitText)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds);
    if (!allowed) {
      void reply.header('retry-after', resetSeconds);
      send(request, reply, rateLimited(resetSeconds), 'never');
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
