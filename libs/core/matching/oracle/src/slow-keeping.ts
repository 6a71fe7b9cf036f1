import { divideDown, divideUp, minAmount, type Ratio } from '@exchange/core/kernel';

/**
 * The same as `largestKeeping` without its cleverness: a unit less of the token of which fewer are worth as much, again and
 * again, until what the taker signed is kept. At a rate of five digits that is less than 100 000 times.
 */
export function slowKeeping(most: bigint, price: Ratio, signed: Ratio): bigint {
  const given = (gives: bigint) => divideUp(gives * price.numerator, price.denominator);
  const keeps = (gives: bigint) => given(gives) * signed.denominator <= gives * signed.numerator;
  if (price.numerator >= price.denominator) {
    for (let gives = most; gives > 0n; gives -= 1n) if (keeps(gives)) return gives;
    return 0n;
  }
  for (let takerGives = given(most); takerGives > 0n; takerGives -= 1n) {
    // For as many units of the taker's, the most of the maker's is the best for the taker.
    const gives = minAmount(most, divideDown(takerGives * price.denominator, price.numerator));
    if (keeps(gives)) return gives;
  }
  return 0n;
}
