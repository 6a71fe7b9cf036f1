import type { Ok } from '@exchange/core/kernel';

/** Why the desk doesn't do what it was asked; an owner of state has codes of its own, which the desk passes on. */
export const DESK_CODES = [
  /** Nobody is signed in, or the session has ended. */
  'NOT_SIGNED_IN',
  /** Name, password and code don't fit together. */
  'LOGIN_REFUSED',
  /** Too many tries of a login. */
  'RATE_LIMITED',
  /** The person has no role for it, or may not be the second person. */
  'NOT_ALLOWED',
  'INVALID_FIELD',
  'UNKNOWN_ACTION',
  'UNKNOWN_PROPOSAL',
  'UNKNOWN_ORDER',
  'UNKNOWN_PERSON',
  /** The owner of the state, or the active process of the desk, isn't there now. */
  'UNAVAILABLE',
] as const;

export type DeskCode = (typeof DESK_CODES)[number];

/** An expected refusal: a code, and a sentence that says what was wrong and what would be right. */
export interface DeskRefusal {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export type DeskResult<T> = Ok<T> | DeskRefusal;

export const refuse = (code: DeskCode, message: string): DeskRefusal => ({ ok: false, code, message });
