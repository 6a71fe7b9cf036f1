import { ExchangeError, smallestUnits } from '@exchange/client';
import {
  bookRate,
  formatRate,
  parseRate,
  type RateKey,
  type TokenAmount,
  wholeTokens,
} from '@exchange/core/kernel';
import { type DecimalFault, type DecimalSign, readDecimal } from './typed-decimal';

/** Why what was typed can't be used, as data: its sentence stands in text/. */
export type TypedFault =
  | { readonly kind: 'malformed'; readonly fault: DecimalFault }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'zero' }
  /** The token has only so many digits behind the point; `nearest` are the two amounts that it has. */
  | { readonly kind: 'decimals'; readonly decimals: number; readonly nearest: readonly string[] }
  | { readonly kind: 'too large' }
  /** There are only so many whole tokens. */
  | { readonly kind: 'too much'; readonly most: string }
  /** A rate has five digits and eight decimals; `nearest` are the rates below and above. */
  | { readonly kind: 'digits'; readonly nearest: readonly string[] };

/** A field's content: nothing, an exact value with the text that stands for it, or why not. */
export type TypedValue<T> =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exact'; readonly value: T; readonly text: string }
  | { readonly kind: 'faulty'; readonly fault: TypedFault };

/**
 * An amount of whole tokens in smallest units, exactly, and the text that says the same to the client.
 * @example
 * typedAmount('1,5', 6, '.') // → { kind: 'exact', value: 1_500_000n, text: '1.5' }
 */
export function typedAmount(typed: string, decimals: number, sign: DecimalSign): TypedValue<TokenAmount> {
  const decimal = plainDecimal(typed, sign);
  if (decimal.kind !== 'exact') return decimal;
  const { text } = decimal;
  if (text === '0') return faulty({ kind: 'zero' });
  const fraction = text.split('.')[1] ?? '';
  if (fraction.length > decimals) {
    return faulty({ kind: 'decimals', decimals, nearest: nearestAmounts(text, decimals) });
  }
  try {
    return { kind: 'exact', value: smallestUnits(text, decimals), text };
  } catch (error) {
    // Its form was checked: what is left is its size.
    if (error instanceof ExchangeError) return faulty({ kind: 'too large' });
    throw error;
  }
}

/**
 * A rate that a book can have.
 * @example
 * typedRate('200,195', ',').fault // → { kind: 'ambiguous', readings: ['200195', '200.195'] }
 * typedRate('200.1957', '.').fault // → { kind: 'digits', nearest: ['200.19', '200.2'] }
 */
export function typedRate(typed: string, sign: DecimalSign): TypedValue<RateKey> {
  const decimal = plainDecimal(typed, sign);
  if (decimal.kind !== 'exact') return decimal;
  const { text } = decimal;
  if (text === '0') return faulty({ kind: 'zero' });
  const rate = parseRate(text, 'rate');
  return rate.ok
    ? { kind: 'exact', value: rate.value, text }
    : faulty({ kind: 'digits', nearest: nearestRates(text) });
}

function plainDecimal(typed: string, sign: DecimalSign): TypedValue<undefined> {
  const read = readDecimal(typed, sign);
  switch (read.kind) {
    case 'empty':
      return read;
    case 'read':
      return { kind: 'exact', value: undefined, text: read.decimal };
    case 'ambiguous':
      return faulty({ kind: 'ambiguous', readings: read.readings });
    case 'refused':
      return faulty({ kind: 'malformed', fault: read.fault });
  }
}

/** The amounts with so many decimals below and above a text that has more. */
function nearestAmounts(text: string, decimals: number): readonly string[] {
  const [whole = '0', fraction = ''] = text.split('.');
  const below = BigInt(whole + fraction.slice(0, decimals));
  return [below, below + 1n].filter((units) => units > 0n).map((units) => wholeTokens(units, decimals));
}

/** The rates below and above a number that is none; fewer at the ends of what a rate can be. */
function nearestRates(text: string): readonly string[] {
  const [whole = '0', fraction = ''] = text.split('.');
  const value = BigInt(whole + fraction);
  const unit = 10n ** BigInt(fraction.length);
  const decimals = { traded: 0, quote: 0 };
  return (['buy', 'sell'] as const).flatMap((side) => {
    const key = bookRate(side, unit, value, decimals);
    return key === undefined ? [] : [formatRate(key)];
  });
}

const faulty = (fault: TypedFault): TypedValue<never> => ({ kind: 'faulty', fault });
