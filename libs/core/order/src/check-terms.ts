import { AMOUNT_MAX, ok, reject, type Result } from '@exchange/core/kernel';
import { EXPIRY_MAX, NONCE_MAX, type OrderTerms } from '../terms/src/terms';

/** Both amounts of an order must be above this many smallest units, so that a unit of rounding is below 1 bp of it. */
export const MIN_UNITS = 10_000n;

/** An order leaves the book this long before its expiry, so that its last trade can still settle. */
export const EXPIRY_MARGIN_SECONDS = 24 * 60 * 60;

/**
 * What can be said about an order without knowing accounts, listings or books: different tokens
 * (TOKEN_MISMATCH), amounts above 10 000 units (AMOUNT_TOO_SMALL) and at most 2^128−1 (AMOUNT_OUT_OF_RANGE), expiry
 * more than 24 h after `nowMs` (EXPIRY_TOO_EARLY) and within uint32 (docs/interface, orders).
 */
export function checkTerms(terms: OrderTerms, nowMs: number): Result<OrderTerms> {
  if (terms.sellToken === terms.buyToken) {
    return reject('TOKEN_MISMATCH', 'sellToken and buyToken must be two different tokens');
  }
  for (const field of ['sellAmount', 'buyAmount'] as const) {
    if (terms[field] <= MIN_UNITS) {
      return reject('AMOUNT_TOO_SMALL', `${field} must be above ${MIN_UNITS} smallest units`);
    }
    if (terms[field] > AMOUNT_MAX) return reject('AMOUNT_OUT_OF_RANGE', `${field} must be at most 2^128-1`);
  }
  if (!Number.isInteger(terms.expiry) || terms.expiry > EXPIRY_MAX) {
    return reject('INVALID_FIELD', `expiry must be a Unix time in whole seconds, at most ${EXPIRY_MAX}`);
  }
  if ((terms.expiry - EXPIRY_MARGIN_SECONDS) * 1000 <= nowMs) {
    return reject('EXPIRY_TOO_EARLY', 'expiry must be more than 24 h in the future, in Unix seconds');
  }
  if (!Number.isInteger(terms.nonce) || terms.nonce < 0 || terms.nonce > NONCE_MAX) {
    return reject('INVALID_FIELD', `nonce must be a whole number from 0 to ${NONCE_MAX}`);
  }
  return ok(terms);
}
