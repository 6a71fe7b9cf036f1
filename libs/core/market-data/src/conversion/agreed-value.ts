import { compareRatios, divideRatios, type Ratio } from '@exchange/core/kernel';

/** When several sources agree on a number. */
export interface AgreementRule {
  /** A source further from the median than this is left out, in 1/10 000 of the median. */
  readonly maxDeviationBps: number;
  /** At least so many sources must be left; more than half of those that spoke must be, too. */
  readonly minSources: number;
}

const BPS = 10_000n;

/** The middle of the values in their order, or the mean of the two in the middle; exact. Undefined without values. */
export function medianOf(values: readonly Ratio[]): Ratio | undefined {
  const sorted = [...values].sort(compareRatios);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) return undefined;
  return upper === lower ? upper : mean(lower, upper);
}

/**
 * What the sources say together: the median of those that are close to the median of all. Undefined when the sources
 * deviate, so that too few are close, or too few spoke at all.
 */
export function agreedValue(values: readonly Ratio[], rule: AgreementRule): Ratio | undefined {
  const median = medianOf(values);
  if (median === undefined) return undefined;
  const close = values.filter((value) => isClose(value, median, rule.maxDeviationBps));
  return close.length >= rule.minSources && 2 * close.length > values.length ? medianOf(close) : undefined;
}

function mean(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: 2n * a.denominator * b.denominator,
  };
}

function isClose(value: Ratio, median: Ratio, maxDeviationBps: number): boolean {
  const { numerator, denominator } = divideRatios(value, median);
  const difference = numerator - denominator;
  return (difference < 0n ? -difference : difference) * BPS <= BigInt(maxDeviationBps) * denominator;
}
