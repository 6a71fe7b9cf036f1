import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooOld } from '../answer/failure';
import { send } from '../answer/send';
import type { PublicParts } from './public-parts';

/** What comes from the exchange's own state; the rest is the same whatever happens there. */
const DATA = /^\/rest\/v1\/(market|listed|tickers|token)/;
const RETRY_SECONDS = 1;

/** Says in `X-Data-Age` how many seconds old an answer's data is, and refuses what is too old with 503. */
export function tellDataAge(
  server: FastifyInstance,
  { markets, dataAgeMaxMs }: Pick<PublicParts, 'markets' | 'dataAgeMaxMs'>,
): void {
  server.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // Until all is known once, what isn't there is refused by itself.
    if (!DATA.test(request.url) || markets.listing() === undefined) return done();
    const ageMs = markets.ageMs();
    void reply.header('x-data-age', Math.floor(ageMs / 1_000));
    if (ageMs <= dataAgeMaxMs) return done();
    void reply.header('retry-after', RETRY_SECONDS);
    send(request, reply, tooOld(ageMs), 'never');
  });
}
