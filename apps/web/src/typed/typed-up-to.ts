import { type TokenAmount, wholeTokens } from '@exchange/core/kernel';
import { type TypedValue, typedAmount } from './typed-amount';
import type { DecimalSign } from './typed-decimal';

/**
 * An amount as `typedAmount` reads it, of which there are only so many smallest units; undefined where nobody knows how many.
 * @example
 * typedUpTo('2', 6, 1_500_000n, '.') // → { kind: 'faulty', fault: { kind: 'too much', most: '1.5' } }
 */
export function typedUpTo(
  typed: string,
  decimals: number,
  most: bigint | undefined,
  sign: DecimalSign,
): TypedValue<TokenAmount> {
  const read = typedAmount(typed, decimals, sign);
  return read.kind === 'exact' && most !== undefined && read.value > most
    ? { kind: 'faulty', fault: { kind: 'too much', most: wholeTokens(most, decimals) } }
    : read;
}
