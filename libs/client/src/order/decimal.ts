import { AMOUNT_MAX, type TokenAmount } from '@exchange/core/kernel';

const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/;

/**
 * A decimal number of whole tokens in smallest units, exactly: ("1.5", 6) → 1500000n. Throws a RangeError for what
 * is no plain decimal, has more decimals than the token, or is above 2^128−1.
 * @example
 * smallestUnits('1.5', 6) // → 1_500_000n
 */
export function smallestUnits(text: string, decimals: number): TokenAmount {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal number: ${text}`);
  if (fraction.length > decimals) throw new RangeError(`${text} has more than ${decimals} decimals`);
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (units > AMOUNT_MAX) throw new RangeError(`${text} is above what the exchange can hold`);
  return units as TokenAmount;
}
