import { ok, reject, type Result } from '@exchange/core/kernel';
import { EXPIRY_MARGIN_SECONDS } from '@exchange/core/order';

/** What limits the time of an order in the book, in Unix seconds. */
export interface OrderTimes {
  readonly expiry: number;
  /** End of the delegate that signed; absent when the account signed itself. */
  readonly delegateUntil: number | undefined;
  readonly timeInForce: number | undefined;
}

/**
 * When an order leaves the book: min(expiry − 24 h, delegate's end − 24 h, timeInForce), in Unix seconds
 * (docs/interface, orders). EXPIRY_TOO_EARLY when that is over; INVALID_FIELD for a timeInForce in the past.
 * @example
 * expiryInBook({ expiry: 200_000, delegateUntil: undefined, timeInForce: undefined }, 100_000) // → ok(113_600)
 */
export function expiryInBook(times: OrderTimes, nowSeconds: number): Result<number> {
  if (times.timeInForce !== undefined && times.timeInForce <= nowSeconds) {
    return reject('INVALID_FIELD', 'timeInForce must be in the future, in Unix seconds');
  }
  const signedUntil = Math.min(times.expiry, times.delegateUntil ?? Infinity) - EXPIRY_MARGIN_SECONDS;
  if (signedUntil <= nowSeconds) {
    return reject(
      'EXPIRY_TOO_EARLY',
      'expiry, and the end of the delegate, must be more than 24 h in the future',
    );
  }
  return ok(Math.min(signedUntil, times.timeInForce ?? Infinity));
}
