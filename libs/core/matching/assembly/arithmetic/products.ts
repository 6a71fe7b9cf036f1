import { approximate, compareNear, high, low, secondWordOfProduct, upperProduct } from './amount';

/** Approximate products that differ by more than this part of themselves are in the right order: they are off by less than 2^-50. */
const CERTAIN: f64 = 1.0 + 1.0 / 281474976710656.0;
/** Up to here, products that are not told apart by that differ by less than 2^127: 2^174. */
const MODULAR: f64 = 23945242826029513411849172299223580994042798784118784.0;

/** The sign of a·b − c·d. */
export function compareProducts(a: usize, b: usize, c: usize, d: usize): i32 {
  const first = approximate(a) * approximate(b);
  const second = approximate(c) * approximate(d);
  if (first > second * CERTAIN) return 1;
  if (second > first * CERTAIN) return -1;
  if (first < MODULAR && second < MODULAR) {
    return compareNear(
      low(a) * low(b),
      secondWordOfProduct(a, b),
      low(c) * low(d),
      secondWordOfProduct(c, d),
    );
  }
  return compareWholeProducts(a, b, c, d);
}

const FIRST: usize = memory.data(32, 8);
const SECOND: usize = memory.data(32, 8);

function compareWholeProducts(a: usize, b: usize, c: usize, d: usize): i32 {
  multiplyWhole(FIRST, a, b);
  multiplyWhole(SECOND, c, d);
  for (let at: isize = 24; at >= 0; at -= 8) {
    const left = load<u64>(FIRST + at);
    const right = load<u64>(SECOND + at);
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/** All 256 bits of a product, in four words. */
export function multiplyWhole(to: usize, a: usize, b: usize): void {
  const w0 = low(a) * low(b);
  let w1 = upperProduct(low(a), low(b));
  let w2: u64 = 0;
  let w3 = high(a) * high(b);
  let part = low(a) * high(b);
  w1 += part;
  if (w1 < part) w2 += 1;
  part = high(a) * low(b);
  w1 += part;
  if (w1 < part) w2 += 1;
  // Upper halves: each addition may carry into the last word.
  part = upperProduct(low(a), high(b));
  w2 += part;
  let carry: u64 = w2 < part ? 1 : 0;
  part = upperProduct(high(a), low(b));
  w2 += part;
  if (w2 < part) carry += 1;
  w2 += w3;
  if (w2 < w3) carry += 1;
  w3 = upperProduct(high(a), high(b)) + carry;
  store<u64>(to, w0);
  store<u64>(to, w1, 8);
  store<u64>(to, w2, 16);
  store<u64>(to, w3, 24);
}
