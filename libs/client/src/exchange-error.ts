import type { RejectionCode } from '@exchange/core/kernel';

/** Refusals of the exchange, and what can go wrong on the way to it. */
export type ExchangeErrorCode = RejectionCode | 'CONNECTION_LOST' | 'TIMEOUT' | 'UNKNOWN_ERROR';

/** A request that was refused (`code` as in the reference of errors) or whose answer didn't arrive. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';

  constructor(
    readonly code: ExchangeErrorCode,
    message: string,
  ) {
    super(`${code}: ${message}`);
  }
}

const ERROR_TEXT = /^([A-Z][A-Z_]+): (.*)$/s;

/**
 * The error of an `e` packet: `CODE: sentence`.
 * @example
 * errorOf('RATE_LIMITED: too many commands').code // → 'RATE_LIMITED'
 */
export function errorOf(text: string): ExchangeError {
  const [, code, message] = ERROR_TEXT.exec(text) ?? [];
  if (code === undefined || message === undefined) return new ExchangeError('UNKNOWN_ERROR', text);
  // A newer server may know codes that this version doesn't; they pass through as they are.
  return new ExchangeError(code as ExchangeErrorCode, message);
}
