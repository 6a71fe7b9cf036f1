import { createHash, timingSafeEqual } from 'node:crypto';
import type { Entropy } from '@exchange/platform';
import type { SessionRow } from '../persistence/tables/login-tables';

/** How long an unused session id is good for (docs/interface, authentication). */
export const SESSION_LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** So many consumed ids are remembered; an older one is refused like an unknown one. */
const CONSUMED_MAX = 64;

export type SessionUse = 'accepted' | 'unknown' | 'replayed';

export function newSessionId(entropy: Entropy): string {
  return Buffer.from(entropy.bytes(32)).toString('hex');
}

export function sessionHash(session: string): string {
  return createHash('sha256').update(session).digest('hex');
}

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The row with another live id, or none; the last one ends with it, used or not. */
export function withLive(
  row: SessionRow | undefined,
  live: Pick<SessionRow, 'account' | 'live' | 'liveUntil'>,
): SessionRow {
  return { ...live, consumed: row?.consumed ?? [] };
}

/** The row after its live id was logged in with. */
export function withConsumed(row: SessionRow): SessionRow {
  const { account, live, consumed } = row;
  if (live === null) return row;
  return { account, live: null, liveUntil: 0, consumed: [live, ...consumed].slice(0, CONSUMED_MAX) };
}

/**
 * Judges the use of a session id: the live one is good once, and a consumed one is a replay. One that was superseded
 * or voided before anybody used it is no sign of a theft: it is unknown (docs/interface, authentication).
 */
export function judgeSession(row: SessionRow | undefined, session: string, at: number): SessionUse {
  if (row === undefined) return 'unknown';
  const hash = sessionHash(session);
  if (row.live !== null && equal(hash, row.live)) return at < row.liveUntil ? 'accepted' : 'unknown';
  return row.consumed.some((consumed) => equal(hash, consumed)) ? 'replayed' : 'unknown';
}
