import { randomBytes } from 'node:crypto';
import { refuse } from '@exchange/core/operator';
import type { Clock, Log } from '@exchange/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { text } from '../../api/fields';
import { send } from '../../http/answer';
import { html } from '../../page/html';
import { page } from '../../page/layout';
import { keepSession } from '../../page/forgery';
import type { Door, SignIn } from '../door';
import { type BegunLogin, CodeFlow } from './code-flow';
import { DeviceFlow } from './device-flow';
import { OidcProvider } from './oidc-provider';
import type { OidcSettings } from './oidc-settings';

/** What a browser keeps while it is with the provider. */
const BEGUN_COOKIE = 'desk_login';
const BEGUN_MS_MAX = 600_000;
/** Below what proxies wait, and what this server gives a request. */
const DEVICE_WAIT_MS = 5_000;

/** People whom an OpenID Connect provider knows: browsers by its page, terminals by a code. */
export class OidcDoor implements Door {
  readonly name = 'oidc';
  readonly #browsers: CodeFlow;
  readonly #terminals: DeviceFlow;
  /** So that no browser can be given a login that another began. */
  readonly #begun = new Map<string, { readonly login: BegunLogin; readonly until: number }>();

  constructor(
    settings: OidcSettings,
    private readonly clock: Clock,
    log: Log,
  ) {
    const provider = new OidcProvider({ settings, clock, log });
    this.#browsers = new CodeFlow(provider, settings);
    this.#terminals = new DeviceFlow(provider, clock);
  }

  addRoutes(server: FastifyInstance, signIn: SignIn): void {
    server.get('/login/oidc/begin', (request, reply) => this.#begin(request, reply));
    server.get('/login/oidc', (request, reply) => this.#finish(request, reply, signIn));
    server.post('/api/v1/login/device', async (_, reply) => send(reply, await this.#terminals.begin()));
    server.post('/api/v1/login/device/finish', async ({ body }, reply) => {
      const known = await this.#terminals.finish(text(body, 'id'), DEVICE_WAIT_MS);
      if (!known.ok) return send(reply, known);
      if (known.value === undefined) return reply.code(202).send({ waits: true });
      return send(reply, await signIn(known.value));
    });
    server.addHook('onClose', async () => this.#terminals.stop());
  }

  async #begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const begun = await this.#browsers.begin();
    if (!begun.ok) return problem(reply, begun.message);
    const id = randomBytes(32).toString('base64url');
    this.#keep(id, begun.value.begun);
    const secure = request.protocol === 'https';
    // Lax, since it is the provider that sends the browser back.
    const options = { path: '/login/oidc', httpOnly: true, sameSite: 'lax', secure } as const;
    return reply
      .setCookie(BEGUN_COOKIE, id, { ...options, maxAge: BEGUN_MS_MAX / 1_000 })
      .redirect(begun.value.url.href, 303);
  }

  async #finish(request: FastifyRequest, reply: FastifyReply, signIn: SignIn): Promise<FastifyReply> {
    const id = request.cookies[BEGUN_COOKIE] ?? '';
    const login = this.#begun.get(id);
    this.#begun.delete(id);
    reply.clearCookie(BEGUN_COOKIE, { path: '/login/oidc' });
    if (login === undefined || login.until < this.clock.steady())
      return problem(
        reply,
        refuse('LOGIN_REFUSED', 'this browser began no login here, or too long ago').message,
      );
    const known = await this.#browsers.finish(request.url.split('?')[1] ?? '', login.login);
    if (!known.ok) return problem(reply, known.message);
    const session = await signIn(known.value);
    if (!session.ok) return problem(reply, session.message);
    keepSession(request, reply, session.value.token, session.value.expiresAt);
    // A redirect would still be the provider's, which the session's cookie isn't shown to.
    const body = html`<p>You are signed in. <a href="/">Go on to the desk</a></p>`;
    return reply.type('text/html; charset=utf-8').send(page({ title: 'Signed in', body, nextPath: '/' }));
  }

  #keep(id: string, login: BegunLogin): void {
    const now = this.clock.steady();
    for (const [other, { until }] of this.#begun) if (until < now) this.#begun.delete(other);
    const [oldest] = this.#begun.keys();
    if (this.#begun.size >= BEGUN_MAX && oldest !== undefined) this.#begun.delete(oldest);
    this.#begun.set(id, { login, until: now + BEGUN_MS_MAX });
  }
}

/** Of those who begin and don't come back, no more are remembered. */
const BEGUN_MAX = 1_000;

const problem = (reply: FastifyReply, message: string): FastifyReply => {
  const body = html`<p class="told bad" role="alert">${message}</p>
    <p><a href="/login">Try again</a></p>`;
  return reply
    .code(401)
    .type('text/html; charset=utf-8')
    .send(page({ title: 'Not signed in', body }));
};
