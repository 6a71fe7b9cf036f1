import { createHash, timingSafeEqual } from 'node:crypto';
import type { Entropy } from '@exchange/platform';

/** How long an unused session id is good for (docs/interface, authentication). */
export const SESSION_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** The stored side of an account's session: only hashes, so that reading the table logs nobody in. */
export interface SessionRow {
  account: string;
  /** Hash of the live id; null after a logoff or when it was consumed. */
  live: string | null;
  liveUntil: number;
  /** Hash of the id consumed last: its reuse voids the live one. */
  consumed: string | null;
}

export type SessionUse = 'accepted' | 'unknown' | 'replayed';

export function newSessionId(entropy: Entropy): string {
  return Buffer.from(entropy.bytes(32)).toString('hex');
}

export function sessionHash(session: string): string {
  return createHash('sha256').update(session).digest('hex');
}

const equal = (a: string, b: string | null): boolean =>
  b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Judges the use of a session id: a live one is good once, a consumed one is a replay. */
export function judgeSession(row: SessionRow | undefined, session: string, at: number): SessionUse {
  if (row === undefined) return 'unknown';
  const hash = sessionHash(session);
  if (equal(hash, row.live)) return at < row.liveUntil ? 'accepted' : 'unknown';
  return equal(hash, row.consumed) ? 'replayed' : 'unknown';
}
