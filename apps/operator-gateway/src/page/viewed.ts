import { type DeskRefusal, type Person, refuse } from '@exchange/core/operator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../desk/desk';
import { statusOf } from '../http/answer';
import { csrfOf, forgetSession, isFromHere, isOwnForm, sessionOf } from './forgery';
import { html, type Html } from './html';
import { page, type PageParts } from './layout';

/** Who looks at a page, and what its forms carry. */
export interface DeskViewer {
  readonly person: Person;
  readonly session: string;
  readonly csrf: string;
}

type Answer = (viewer: DeskViewer, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
type Route = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const sendPage = (reply: FastifyReply, parts: PageParts): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(page(parts));

/** What was refused, in a page. */
export function sendRefusal(
  reply: FastifyReply,
  { code, message }: Pick<DeskRefusal, 'code' | 'message'>,
  viewer?: DeskViewer,
): FastifyReply {
  const body = html`<p class="told bad" role="alert">${message}</p>
    <p><a href="/">To the overview</a></p>`;
  return sendPage(reply.code(statusOf(code)), { title: 'Not done', body, ...viewer });
}

export const refused = ({ code, message }: DeskRefusal): Html =>
  html`<p class="told bad" role="alert"><b>${code}</b>: ${message}</p>`;

/** A page for whoever is signed in; others sign in first. */
export const viewed =
  (desk: Desk, answer: Answer): Route =>
  async (request, reply) => {
    const session = sessionOf(request) ?? '';
    const person = desk.personOf(session === '' ? undefined : session);
    if (person.ok) return answer({ person: person.value, session, csrf: csrfOf(session) }, request, reply);
    if (person.code !== 'NOT_SIGNED_IN') return sendRefusal(reply, person);
    if (session !== '') forgetSession(request, reply);
    // A script that renews a part of a page goes to the login by itself.
    return request.headers['sec-fetch-dest'] === 'empty'
      ? reply.code(401).send()
      : reply.redirect('/login', 303);
  };

/** What a form of ours does, for whoever is signed in; every other form is refused. */
export const posted = (desk: Desk, answer: Answer): Route =>
  viewed(desk, async (viewer, request, reply) => {
    const { csrf } = (request.body ?? {}) as { csrf?: unknown };
    if (isFromHere(request) && isOwnForm(viewer.session, csrf)) return answer(viewer, request, reply);
    return sendRefusal(
      reply,
      refuse('NOT_ALLOWED', 'this form was not sent from a page of this session: open the page again'),
      viewer,
    );
  });
