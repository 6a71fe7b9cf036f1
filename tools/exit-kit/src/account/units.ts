import { wholeTokens } from '@exchange/core/kernel';
import type { TokenFacts } from './token-facts';

const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * The smallest units in a decimal number of whole tokens, exactly: nothing is rounded. Throws, saying what would be right, on
 * anything else, also on more decimals than the token has.
 * @example
 * smallestUnits('1.5', { symbol: 'USDC', decimals: 6 }) // → 1_500_000n
 */
export function smallestUnits(
  text: string,
  { symbol, decimals }: Pick<TokenFacts, 'symbol' | 'decimals'>,
): bigint {
  const match = DECIMAL.exec(text.trim());
  if (match === null) {
    throw new Error(`"${text}" is no amount of ${symbol}: give a number such as 12 or 12.5, with a point`);
  }
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) {
    throw new Error(
      `${text} ${symbol} can't be had: ${symbol} has ${decimals} decimals, not ${fraction.length}`,
    );
  }
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** An amount with its token, exactly. */
export const amountText = (units: bigint, { symbol, decimals }: TokenFacts): string =>
  `${wholeTokens(units, decimals)} ${symbol}`;

/** A Unix second for people. */
export const timeText = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Seconds for people: the two largest units. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return '0 s';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}
