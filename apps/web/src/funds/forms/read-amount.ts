import { ExchangeError, smallestUnits } from '@exchange/client';
import { wholeTokens } from '@exchange/core/kernel';
import { waysText } from '../../text/ways';

/** A token as a form needs it. */
export interface FormToken {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
}

/** What stands in a field: nothing, an exact amount in smallest units with its text, or why it is none. */
export type ReadAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'exact'; readonly units: bigint; readonly text: string }
  | { readonly kind: 'faulty'; readonly why: string };

/** Reads an amount of whole tokens exactly, of which there are at most so many; undefined where nobody knows. */
export function readAmount(
  typed: string,
  { symbol, decimals }: FormToken,
  most: bigint | undefined,
): ReadAmount {
  const trimmed = typed.trim();
  if (trimmed === '') return { kind: 'empty' };
  try {
    const units = smallestUnits(trimmed, decimals);
    if (units === 0n) return { kind: 'faulty', why: waysText.funds.zero };
    if (most !== undefined && units > most)
      return { kind: 'faulty', why: waysText.funds.tooMuch(wholeTokens(most, decimals), symbol) };
    return { kind: 'exact', units, text: wholeTokens(units, decimals) };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { kind: 'faulty', why: error.message.replace(/^[A-Z_]+: /, '') };
  }
}
