import type { DeskCode, DeskResult } from '@exchange/core/operator';
import type { FastifyReply } from 'fastify';

const STATUS: Readonly<Record<DeskCode, number>> = {
  NOT_SIGNED_IN: 401,
  LOGIN_REFUSED: 401,
  NOT_ALLOWED: 403,
  RATE_LIMITED: 429,
  INVALID_FIELD: 400,
  UNKNOWN_ACTION: 404,
  UNKNOWN_PROPOSAL: 404,
  UNKNOWN_ORDER: 404,
  UNKNOWN_PERSON: 404,
  UNAVAILABLE: 503,
};
/** What an owner of state refuses, with a code of its own. */
const REFUSED_BY_OWNER = 409;

/** The status of a refusal. */
export const statusOf = (code: string): number =>
  (STATUS as Readonly<Record<string, number>>)[code] ?? REFUSED_BY_OWNER;

/** Answers with the value, or with `code` and `message` of the refusal. */
export function send(reply: FastifyReply, result: DeskResult<unknown>): FastifyReply {
  if (result.ok) return reply.send(result.value ?? {});
  const { code, message } = result;
  return reply.code(statusOf(code)).send({ code, message });
}
