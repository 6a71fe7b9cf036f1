import { AMOUNT_MAX, type TokenAmount } from '@exchange/core/kernel';
import { ExchangeError } from '../exchange-error';

const DECIMAL = /^([0-9]+)(?:\.([0-9]+))?$/;

/** Who writes JavaScript may give anything. INVALID_FIELD for what is no text: a number isn't exact. */
export function decimalText(given: unknown): string {
  if (typeof given === 'string') return given;
  throw refused(`amounts and rates are texts such as '1.5', not ${String(given)} (${typeof given})`);
}

/**
 * A decimal number of whole tokens in smallest units, exactly: ("1.5", 6) → 1500000n. INVALID_FIELD says
 * why: it is no plain decimal, has more decimals than the token, or is above 2^128−1.
 * @example
 * smallestUnits('1.5', 6) // → 1_500_000n
 */
export function smallestUnits(text: string, decimals: number): TokenAmount {
  const [, whole, fraction = ''] = DECIMAL.exec(decimalText(text)) ?? [];
  if (whole === undefined) throw refused(`${JSON.stringify(text)} is no decimal number such as 1.5`);
  if (fraction.length > decimals) throw refused(`${text} has more than ${decimals} decimals`);
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (units > AMOUNT_MAX) throw refused(`${text} is above what the exchange can hold`);
  return units as TokenAmount;
}

const refused = (reason: string): ExchangeError => new ExchangeError('INVALID_FIELD', reason);
