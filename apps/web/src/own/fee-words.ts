import { wholeTokens } from '@exchange/core/kernel';
import type { ConfigObject, FeeTier } from '@exchange/core/wire';
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

/** The schedule in force, from a configuration that the client has checked. */
export const scheduleOf = ({ fees }: Pick<ConfigObject, 'fees'>): readonly FeeTier[] =>
  (fees as readonly (readonly [number, number, number])[]).map(([volume, makerFee, takerFee]) => ({
    ...{ volume, makerFee, takerFee },
  }));

/** An account's fees in a line, what they are by, and what is missing for the next ones; undefined when there are none. */
export interface FeeWords {
  readonly line: string;
  readonly hint: string;
  readonly next: string | undefined;
}

/** `schedule`: the rows in force, by volume. */
export function feeWords(tier: FeeTier, schedule: readonly FeeTier[]): FeeWords {
  const next = nextTier(tier, schedule);
  return {
    line: rates(tier),
    hint: text.hint(String(tier.volume)),
    next: next && text.next(missingVolume(tier, next), rates(next)),
  };
}

const rates = ({ makerFee, takerFee }: FeeTier): string => text.of(percentOf(makerFee), percentOf(takerFee));

/** The first row above the account's volume whose rates are others than its own. */
const nextTier = (tier: FeeTier, schedule: readonly FeeTier[]): FeeTier | undefined =>
  [...schedule]
    .sort((a, b) => a.volume - b.volume)
    .find((row) => row.volume > tier.volume && rates(row) !== rates(tier));

const MICRO_DECIMALS = 6;
/** A volume in millionths of an ETH, in which the exchange's number is whole enough to be subtracted. */
const microEther = (volume: number): bigint => BigInt(Math.round(volume * 10 ** MICRO_DECIMALS));
/** A hundredth of an ETH. */
const STEP = 10_000n;

/**
 * What is missing of a row's volume, in ETH, rounded up to hundredths: who trades as much has the row.
 * @example
 * missingVolume({ volume: 1.501 }, { volume: 100 }) // → '98.5'
 */
export const missingVolume = ({ volume }: Pick<FeeTier, 'volume'>, next: Pick<FeeTier, 'volume'>): string => {
  const missing = microEther(next.volume) - microEther(volume);
  return wholeTokens(((missing + STEP - 1n) / STEP) * STEP, MICRO_DECIMALS);
};
