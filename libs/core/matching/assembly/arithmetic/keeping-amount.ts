import { add, copy, isZero, low, secondWordOfProduct, set, subtract } from './amount';
import { divideAmount, divideWide } from './divide';
import { compareProducts, multiplyWhole } from './products';

/* The same as `largestKeeping` on whole numbers, which says why. Every number on the way is an amount. */

const ONE: usize = memory.data<u64>([1, 0], 16);
const NUMBERS: usize = memory.data(8 * 16, 16);
const WHOLE: usize = memory.data(16, 16);
const PRODUCT: usize = memory.data(16, 16);
const WIDE: usize = memory.data(32, 8);

/**
 * An amount of the maker's becomes the largest smaller one that keeps what the taker signed, or 0. The ratios are units of the
 * taker's token for a unit of the maker's; the price's is not above the signed one.
 * @param most rounded up at the price it is `given`, which breaks the signed ratio
 */
export function largestKeeping(
  most: usize,
  given: usize,
  priceNumerator: usize,
  priceDenominator: usize,
  signedNumerator: usize,
  signedDenominator: usize,
): void {
  let lowNumerator = placed(0, priceNumerator);
  let lowDenominator = placed(1, priceDenominator);
  let highNumerator = placed(2, signedNumerator);
  let highDenominator = placed(3, signedDenominator);
  let limit = placed(4, most);
  let above = placed(5, given);
  subtract(above, ONE);
  let ofLimit = placed(6, ONE);
  let ofAbove = placed(7, ONE);
  set(ofAbove, 0, 0);
  set(most, 0, 0);
  do {
    divideAmount(WHOLE, lowNumerator, lowDenominator);
    subtract(above, product(WHOLE, limit));
    if (isZero(above)) return;
    subtract(highNumerator, product(WHOLE, highDenominator));
    add(ofLimit, product(WHOLE, ofAbove));
    let other = ofLimit;
    ofLimit = ofAbove;
    ofAbove = other;
    // The axes are exchanged, and so are the slopes.
    other = lowNumerator;
    lowNumerator = highDenominator;
    highDenominator = other;
    other = lowDenominator;
    lowDenominator = highNumerator;
    highNumerator = other;
    other = limit;
    limit = above;
    above = other;
    multiplyWhole(WIDE, limit, highNumerator);
    divideWide(above, WIDE, highDenominator);
  } while (compareProducts(limit, lowNumerator, above, lowDenominator) > 0);
  add(most, product(limit, ofLimit));
  add(most, product(above, ofAbove));
}

/** A copy that may be changed. */
function placed(index: usize, number: usize): usize {
  const place = NUMBERS + (index << 4);
  copy(place, number);
  return place;
}

/** A product that is an amount. */
function product(a: usize, b: usize): usize {
  set(PRODUCT, low(a) * low(b), secondWordOfProduct(a, b));
  return PRODUCT;
}
