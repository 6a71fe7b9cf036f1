import { assert } from './assert';
import type { RejectionCode } from './rejection';

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

/** An expected refusal: a stable code and a sentence that says what was wrong and what would be right. */
export interface Rejection {
  readonly ok: false;
  readonly code: RejectionCode;
  readonly message: string;
  /** Of RATE_LIMITED: after so many ms the same would fit, if nothing else is spent meanwhile. */
  readonly retryAfterMs?: number;
  /** Of UNAVAILABLE: nobody was there to take it; it may be sent again by whoever sent it. */
  readonly notTaken?: true;
}

/** The outcome of a rule: a value, or a refusal that the caller must pass on. */
export type Result<T> = Ok<T> | Rejection;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const reject = (code: RejectionCode, message: string): Rejection => ({ ok: false, code, message });

/** The text of a refusal as clients see it: `CODE: sentence` (docs/interface, errors). */
export const rejectionText = (rejection: Rejection): string => `${rejection.code}: ${rejection.message}`;

const CODE = /^[A-Z]+(_[A-Z]+)*$/;

/**
 * The refusal of another service as it came. One of a later release may have a code that is not in REJECTION_CODES here:
 * it is passed on like the others, since only its reader has to know it. DefectError for what is no code at all.
 * @example
 * rejectionFrom({ code: 'MARKET_CLOSED', message: 'ETHDAI is closed' }).code // → 'MARKET_CLOSED'
 */
export function rejectionFrom(refusal: {
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly notTaken?: true;
}): Rejection {
  const { code, message, retryAfterMs, notTaken } = refusal;
  assert(CODE.test(code), `${JSON.stringify(code)} is no refusal code`);
  return {
    ...reject(code as RejectionCode, message),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(notTaken && { notTaken }),
  };
}
