import type { FeeTier } from '@exchange/core/wire';
import { ppmOf } from '../entry/fees';
import { ownText } from '../text/own';

const text = ownText.tier;

/**
 * A fee in percent, exactly.
 * @example
 * percentOf(-0.0002) // → '−0.02 %'
 */
export function percentOf(fee: number): string {
  const ppm = ppmOf(fee);
  const digits = String(Math.abs(ppm)).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return `${ppm < 0 ? '−' : ''}${digits.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`} %`;
}

/** An account's fees in a line, and what they are by. */
export const feeWords = (tier: FeeTier): { readonly line: string; readonly hint: string } => ({
  line: text.of(percentOf(tier.makerFee), percentOf(tier.takerFee)),
  hint: text.hint(String(tier.volume)),
});
