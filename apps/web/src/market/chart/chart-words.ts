const RATE_DIGITS = 5;
const RATE_DECIMALS_MAX = 8;

/** How a chart writes rates: with the decimals that five significant digits of this one have. */
export function rateFormat(rate: number): { type: 'price'; precision: number; minMove: number } {
  const precision = rateDecimals(rate);
  return { type: 'price', precision, minMove: 10 ** -precision };
}

/** Decimals of a rate with five significant digits, eight at most. */
export function rateDecimals(rate: number): number {
  const before = rate > 0 ? Math.floor(Math.log10(rate)) + 1 : 1;
  return Math.min(RATE_DECIMALS_MAX, Math.max(0, RATE_DIGITS - before));
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment on the axis, where the page is: the time, or the day when one begins. */
export function axisTime(seconds: number): string {
  const at = new Date(seconds * 1_000);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return isMidnight
    ? `${at.getDate()}.${at.getMonth() + 1}.`
    : `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A moment in full, where the page is. */
export function exactTime(seconds: number): string {
  const at = new Date(seconds * 1_000);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
