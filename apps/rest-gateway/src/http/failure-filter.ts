import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { aboutRequest } from '@exchange/edge/http';
import { type Log, traceFault } from '@exchange/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, internalFailure, invalidParameter, noSuchRoute } from '../answer/failure';
import { send } from '../answer/send';

/** Puts every error into the envelope. What is our own fault is logged, and nothing of it is told. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.log);
  }
}

/** Answers an error of the HTTP server or of a handler. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): void {
  const failure = failureOf(error);
  if (failure.kind === 'internal') {
    const waitedMs = reply.elapsedTime;
    traceFault({ code: failure.kind, waitedMs, attributes: aboutRequest(request) }, () =>
      log.error({ alarm: 'request_failed', err: error, url: request.url }, 'a request failed'),
    );
  }
  send(request, reply, failure, 'never');
}

function failureOf(error: unknown): Failure {
  const status = statusOf(error);
  if (status === 404 || status === 405) return noSuchRoute();
  if (status >= 400 && status < 500) return invalidParameter('the request is malformed');
  return internalFailure();
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 500;
  if ('getStatus' in error && typeof error.getStatus === 'function') return Number(error.getStatus());
  return 'statusCode' in error ? Number(error.statusCode) : 500;
}
