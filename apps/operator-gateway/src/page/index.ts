import type { FastifyInstance } from 'fastify';
import formbody from '@fastify/formbody';
import type { Desk } from '../desk/desk';
import type { Door } from '../login/door';
import type { Lookups } from '../lookup/lookups';
import type { Sight } from '../sight/sight';
import { addActions } from './actions';
import { addAudit } from './audit';
import { addLookUps } from './look-ups';
import script from './live.browser.js';
import { addOverview } from './overview';
import { addProposals } from './proposals';
import { addSignIn } from './sign-in';
import style from './style.css';

/** Nothing from elsewhere, nothing inline, in no frame; forms go nowhere else. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export interface PageDeps {
  readonly desk: Desk;
  readonly doors: readonly Door[];
  readonly sight: Sight;
  readonly lookups: Lookups;
}

/** The desk as pages: everything that the API does, for browsers. */
export async function addPage(
  server: FastifyInstance,
  { desk, doors, sight, lookups }: PageDeps,
): Promise<void> {
  server.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'content-security-policy': POLICY,
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
  });
  await server.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: BODY_BYTES_MAX });
    scope.get('/style.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(style));
    scope.get('/live.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(script));
    addSignIn(scope, desk, doors);
    addOverview(scope, desk, sight);
    addActions(scope, desk, lookups);
    addProposals(scope, desk);
    addAudit(scope, desk);
    addLookUps(scope, desk, lookups);
  });
}

/** A form of one action, or of all the steps of a dry run. */
const BODY_BYTES_MAX = 256 * 1024;
