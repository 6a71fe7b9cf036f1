import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Body, failureBody } from './body';
import { Failure } from './failure';

/** How long caches may keep an answer. Live data changes with every order, listings hardly ever, documents with releases;
 * a page is asked for again each time, what it loads has its content in its name. */
export type Freshness = 'live' | 'listing' | 'document' | 'page' | 'asset' | 'never';

const CACHE_CONTROL: Record<Freshness, string> = {
  live: 'public, max-age=1',
  listing: 'public, max-age=10',
  document: 'public, max-age=3600',
  page: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
  never: 'no-store',
};

const VARY = 'accept-encoding';

/** Sends an answer with its ETag, or 304 to someone who has it already; a failure as envelope with its status. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Body | Failure,
  freshness: Freshness,
): void {
  if (answer instanceof Failure) {
    const { bytes, contentType } = failureBody(answer);
    write(reply.code(answer.httpStatus), bytes, contentType, CACHE_CONTROL.never);
    return;
  }
  if (freshness !== 'never') {
    void reply.header('etag', answer.etag);
    if (matches(request.headers['if-none-match'], answer.etag)) {
      // What a cache would get with 200 as well (RFC 9110, 15.4.5).
      void reply.code(304).header('cache-control', CACHE_CONTROL[freshness]).header('vary', VARY).send();
      return;
    }
  }
  const encoding = answer.encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  write(reply, answer.encoded(encoding), answer.contentType, CACHE_CONTROL[freshness]);
}

function write(reply: FastifyReply, bytes: Buffer, contentType: string, cacheControl: string): void {
  void reply
    .header('content-type', contentType)
    .header('cache-control', cacheControl)
    .header('vary', VARY)
    .send(bytes);
}

/** If-None-Match by weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
