import { refuse } from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import { text } from '../api/fields';
import type { Desk } from '../desk/desk';
import { statusOf } from '../http/answer';
import type { Door } from '../login/door';
import { EmbeddedDoor } from '../login/embedded/embedded-door';
import { forgetSession, isFromHere, keepSession } from './forgery';
import { html, type Html } from './html';
import { posted, refused, sendPage } from './viewed';

const TITLE = 'Sign in';

/** How one comes in and goes. */
export function addSignIn(scope: FastifyInstance, desk: Desk, doors: readonly Door[]): void {
  const embedded = doors.find((door) => door instanceof EmbeddedDoor);

  scope.get('/login', async (_, reply) => sendPage(reply, { title: TITLE, body: ways(doors, '') }));

  scope.post('/login', async (request, reply) => {
    const { body, ip } = request;
    const person = text(body, 'person').trim();
    const credentials = {
      person,
      password: text(body, 'password'),
      code: Number(text(body, 'code') || '-1'),
    };
    const asked =
      embedded === undefined || !isFromHere(request)
        ? refuse('LOGIN_REFUSED', 'this login was not sent from this page')
        : await embedded.check(credentials, ip);
    const session = asked.ok ? await desk.signIn(asked.value.person, asked.value.step) : asked;
    if (session.ok) {
      keepSession(request, reply, session.value.token, session.value.expiresAt);
      return reply.redirect('/', 303);
    }
    const shown = html`${refused(session)}${ways(doors, person)}`;
    return sendPage(reply.code(statusOf(session.code)), { title: TITLE, body: shown });
  });

  scope.post(
    '/logout',
    posted(desk, async ({ session }, request, reply) => {
      await desk.signOut(session);
      forgetSession(request, reply);
      return reply.redirect('/login', 303);
    }),
  );
}

const ways = (doors: readonly Door[], person: string): Html =>
  html`${doors.map(({ name }) =>
    name === 'oidc'
      ? html`<p><a href="/login/oidc/begin">Sign in with your organization</a></p>`
      : html`<form method="post" action="/login" class="fields">
          <label
            ><span>Name</span><input name="person" value="${person}" autocomplete="username" required
          /></label>
          <label
            ><span>Password</span
            ><input name="password" type="password" autocomplete="current-password" required
          /></label>
          <label
            ><span>Code of your authenticator</span
            ><input name="code" inputmode="numeric" pattern="[0-9]{6}" autocomplete="one-time-code" required
          /></label>
          <button>Sign in</button>
        </form>`,
  )}`;
