import { ok, reject, type Result } from '@exchange/core/kernel';

/** How many of a signer's highest login nonces are remembered. */
export const LOGIN_NONCES_KEPT = 64;

/**
 * Accepts each login message once: the nonces to keep from now on, highest first. MESSAGE_REUSED for a nonce among
 * the kept ones, or below all of them when 64 are kept (docs/interface, authentication). `kept` is highest first.
 * @example
 * acceptNonce([7, 5], 6) // → ok([7, 6, 5])
 * acceptNonce([7, 5], 5).ok // → false
 */
export function acceptNonce(kept: readonly number[], nonce: number): Result<readonly number[]> {
  if (kept.includes(nonce)) return reject('MESSAGE_REUSED', `a message with nonce ${nonce} was used before`);
  const lowest = kept.at(-1);
  if (kept.length >= LOGIN_NONCES_KEPT && lowest !== undefined && nonce < lowest) {
    return reject('MESSAGE_REUSED', `nonce must be above ${lowest}`);
  }
  return ok([...kept, nonce].sort((a, b) => b - a).slice(0, LOGIN_NONCES_KEPT));
}
