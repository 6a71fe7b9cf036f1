import { divideDown, type Ratio } from '@exchange/core/kernel';

/**
 * The most that a maker can give, below an amount at which rounding would break what the taker signed: the largest a < `most`
 * for which the taker's b = ceil(a·price) keeps b ≤ a·signed, or 0 when there is none. Both ratios are units of the taker's
 * token for a unit of the maker's, and price ≤ signed.
 *
 * Such an a has a whole number between a·price and a·signed, so this is the rightmost point of a grid between two slopes.
 * As at `most` there is none, there is none further right for any b either: the b that are wanted are those of the same
 * question with the axes exchanged, of which the whole part of both slopes can be taken away first. So the ratios shrink as in
 * Euclid's algorithm: less than 190 rounds for amounts.
 * @example
 * largestKeeping(1_005n, { numerator: 3n, denominator: 10n }, { numerator: 3n, denominator: 10n }) // → 1_000n
 */
export function largestKeeping(most: bigint, price: Ratio, signed: Ratio): bigint {
  let low = price;
  let high = signed;
  let limit = most;
  let above = divideDown(limit * high.numerator, high.denominator);
  // What is wanted is limit·ofLimit + above·ofAbove, once a whole number lies between the slopes at the limit.
  let [ofLimit, ofAbove] = [1n, 0n];
  while (limit * low.numerator > above * low.denominator) {
    const whole = divideDown(low.numerator, low.denominator);
    const next = above - whole * limit;
    if (next === 0n) return 0n;
    [low, high] = [withoutWhole(high, whole), withoutWhole(low, whole)];
    limit = next;
    above = divideDown(limit * high.numerator, high.denominator);
    [ofLimit, ofAbove] = [ofAbove, ofLimit + ofAbove * whole];
  }
  return limit * ofLimit + above * ofAbove;
}

/** The slope less its whole part, with the axes exchanged. */
const withoutWhole = ({ numerator, denominator }: Ratio, whole: bigint): Ratio => ({
  numerator: denominator,
  denominator: numerator - whole * denominator,
});
