import type { RejectionCode } from '@exchange/core/kernel';

/** Refusals of the exchange, and what can go wrong on the way to it. */
export type ExchangeErrorCode = RejectionCode | 'CONNECTION_LOST' | 'TIMEOUT' | 'UNKNOWN_ERROR';

/** What is known of an error beside its code and its sentence. */
export interface ErrorDetails {
  readonly asked?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A request that was refused (`code` as in the reference of errors) or whose answer didn't arrive. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** What was asked: the name of a command, or a path of the REST interface; undefined when nothing was. */
  readonly asked: string | undefined;
  /** After so long the exchange may take it; undefined when it didn't say. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: ExchangeErrorCode,
    message: string,
    { asked, retryAfterMs, cause }: ErrorDetails = {},
  ) {
    super(`${code}: ${message}`, cause === undefined ? undefined : { cause });
    this.asked = asked;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The login has ended, and the client is renewing it. */
export const LOGIN_ENDED: readonly ExchangeErrorCode[] = ['NOT_AUTHENTICATED', 'INVALID_GRANT'];

/** Whether it is an error of the exchange with one of these codes. */
export const isCode = (error: unknown, codes: readonly ExchangeErrorCode[]): boolean =>
  error instanceof ExchangeError && codes.includes(error.code);

const ERROR_TEXT = /^([A-Z][A-Z_]+): (.*)$/s;
const RETRY = /try again (?:with)?in (\d+) s\b/;

/**
 * The error of an `e` packet: `CODE: sentence`.
 * @example
 * errorOf('RATE_LIMITED: too many commands').code // → 'RATE_LIMITED'
 * errorOf('UNAVAILABLE: nothing was done, try again in 3 s').retryAfterMs // → 3000
 */
export function errorOf(text: string, asked?: string): ExchangeError {
  const [, code, message] = ERROR_TEXT.exec(text) ?? [];
  if (code === undefined || message === undefined) return new ExchangeError('UNKNOWN_ERROR', text, { asked });
  // A newer server may know codes that this version doesn't; they pass through as they are.
  const [, seconds] = RETRY.exec(message) ?? [];
  const retryAfterMs = seconds === undefined ? undefined : Number(seconds) * 1000;
  return new ExchangeError(code as ExchangeErrorCode, message, { asked, retryAfterMs });
}
