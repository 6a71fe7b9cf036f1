import '@fastify/cookie';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Only over https, where there is one; `__Host-` would forbid the plain http of a development chain. */
const SESSION_COOKIE = 'desk_session';

/** The token of a session that a browser shows. */
export const sessionOf = ({ cookies }: FastifyRequest): string | undefined => cookies[SESSION_COOKIE];

const cookieOptions = (request: FastifyRequest) => ({
  ...({ path: '/', httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const),
});

export const keepSession = (request: FastifyRequest, reply: FastifyReply, token: string, expiresAt: number) =>
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(request), expires: new Date(expiresAt) });

export const forgetSession = (request: FastifyRequest, reply: FastifyReply) =>
  reply.clearCookie(SESSION_COOKIE, cookieOptions(request));

/** The token that every form of a session carries: only who knows the session's can make it. */
export const csrfOf = (session: string): string =>
  createHash('sha256').update(`form of ${session}`).digest('base64url');

/** Whether a form came from a page that this session was given. */
export function isOwnForm(session: string, sent: unknown): boolean {
  const [expected, given] = [Buffer.from(csrfOf(session)), Buffer.from(String(sent))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Whether a browser says that what it sends is from a page of this very server; what says nothing of it is no browser's form. */
export function isFromHere({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
