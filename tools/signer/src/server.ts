import { KEY_ROLES, type KeyRole, KEYS_PATH, REQUEST_BYTES_MAX, SIGNER_PATHS } from '@exchange/edge/keys';
import type { Log } from '@exchange/platform';
import Fastify, { type FastifyRequest } from 'fastify';
import type { TLSSocket } from 'node:tls';
import { SigningRefusal, type RefusalCode } from './policy/draft';
import type { CertifiedClient, PolicySigner } from './signer';
import { FAILED, type SigningMeter, type SigningOutcome } from './signer-meters';

/** Certificates as PEM: the server's own, and that of the one authority whose clients are let in. */
export interface ServerIdentity {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

const HANDSHAKE_MS_MAX = 5_000;
const REQUEST_MS_MAX = 10_000;
const CONNECTIONS_MAX = 64;

const STATUS: Partial<Record<RefusalCode, number>> = {
  MALFORMED: 400,
  CALL_DATA: 400,
  NOT_FOUND: 404,
  TOO_LARGE: 413,
  RATE: 429,
};
const FORBIDDEN = 403;
const FAULT = 500;

const KEY_BY_PATH: ReadonlyMap<string | undefined, KeyRole> = new Map(
  KEY_ROLES.map((role) => [SIGNER_PATHS[role], role]),
);

interface ServerDeps {
  readonly log: Log;
  readonly meter: SigningMeter;
}

/** The signer over HTTPS. Who has no certificate of the authority gets no further than the handshake. */
export function signerServer(
  signer: PolicySigner,
  { cert, key, ca }: ServerIdentity,
  { log, meter }: ServerDeps,
) {
  const server = Fastify({
    https: {
      ...{ cert, key, ca, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' },
      handshakeTimeout: HANDSHAKE_MS_MAX,
    },
    bodyLimit: REQUEST_BYTES_MAX,
    requestTimeout: REQUEST_MS_MAX,
    forceCloseConnections: true,
  });
  server.server.maxConnections = CONNECTIONS_MAX;
  server.server.on('tlsClientError', ({ message }: Error) => {
    log.warn({ reason: message }, 'a client was turned away before it could ask');
  });
  const refused = new WeakMap<FastifyRequest, SigningOutcome>();
  server.addHook('onResponse', (request, reply, done) => {
    const role = KEY_BY_PATH.get(request.routeOptions.url);
    if (role) meter.answered(role, refused.get(request) ?? 'signed', reply.elapsedTime);
    done();
  });
  server.get(KEYS_PATH, (request) => ({ keys: signer.keysOf(clientOf(request)) }));
  for (const role of KEY_ROLES) {
    server.post(SIGNER_PATHS[role], (request) => signer.sign(role, request.body, clientOf(request)));
  }
  server.setNotFoundHandler(() => {
    throw new SigningRefusal('NOT_FOUND', 'there is nothing at this path');
  });
  server.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    const refusal = refusalOf(error);
    refused.set(request, refusal?.code ?? FAILED);
    const about = { client: clientOf(request).name, path: request.url };
    if (refusal) {
      log.error({ alarm: 'signature_refused', code: refusal.code, ...about }, refusal.message);
      return reply.status(STATUS[refusal.code] ?? FORBIDDEN).send(bodyOf(refusal));
    }
    log.error({ alarm: 'signer_failed', err: error, ...about }, 'nothing was signed');
    return reply
      .status(FAULT)
      .send({ code: FAILED, message: 'nothing was signed; the log of the signer says why' });
  });
  return server;
}

/** A refusal of ours, or one of what Fastify can't read; undefined for a failure. */
function refusalOf(error: Error & { readonly statusCode?: number }): SigningRefusal | undefined {
  if (error instanceof SigningRefusal) return error;
  const { statusCode = FAULT } = error;
  if (statusCode === STATUS.TOO_LARGE)
    return new SigningRefusal('TOO_LARGE', `more than ${REQUEST_BYTES_MAX} bytes`);
  return statusCode < FAULT
    ? new SigningRefusal('MALFORMED', 'the body must be JSON, and said to be')
    : undefined;
}

const bodyOf = ({ code, message }: SigningRefusal) => ({ code, message });

/** By the certificate that the handshake has checked. */
function clientOf({ socket }: FastifyRequest): CertifiedClient {
  const { subject, fingerprint256 } = (socket as TLSSocket).getPeerCertificate();
  return { name: String(subject.CN), certificate: fingerprint256 };
}
