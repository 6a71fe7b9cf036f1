import { formatRate, parseRate, wholeTokens } from '@exchange/core/kernel';

/** Digits before the point in groups of three. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** How many digits stand behind the point. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The text with so many digits behind the point, filled up with zeros; more digits than that stay. */
export function filled(text: string, decimals: number): string {
  const missing = decimals - decimalsOf(text);
  if (missing <= 0) return text;
  return `${text}${text.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** The text cut off behind so many decimals, never rounded up; what would be 0 then says that it is less. */
export function cut(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const shown = decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
  if (/[1-9]/.test(shown) || !/[1-9]/.test(text)) return shown;
  return `<${decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`}`;
}

const SHORT_FROM_DIGITS = 5;
const UNITS = ['', 'K', 'M', 'B', 'T'];

/** A large number in three or four digits with its unit, cut off: `1234567.8` is `1.23M`. */
export function compact(text: string): string {
  const [whole = '0'] = text.split('.');
  if (whole.length < SHORT_FROM_DIGITS) return grouped(cut(text, whole === '0' ? 4 : 2));
  const unit = Math.min(Math.floor((whole.length - 1) / 3), UNITS.length - 1);
  const before = whole.length - 3 * unit;
  const after = Math.max(0, 3 - before);
  const digits = `${whole.slice(0, before)}.${whole.slice(before, before + after)}`.replace(/\.$/, '');
  return `${grouped(digits)}${UNITS[unit]}`;
}

/** A change in percent with its sign, which colour alone must not say. */
export function signed(percent: string): string {
  if (percent.startsWith('-')) return `−${cut(percent.slice(1), 2)}%`;
  return `${/[1-9]/.test(percent) ? '+' : ''}${cut(percent, 2)}%`;
}

/** An amount in smallest units as exact text of whole tokens. */
export const tokens = (units: string | bigint, decimals: number): string =>
  wholeTokens(BigInt(units), decimals);

const AMOUNT_DECIMALS = 2;

/**
 * How many decimals of an amount are worth showing beside this rate: where a token costs hundreds, its hundredths and
 * two digits more; never more than the token has.
 */
export function amountDecimals(rate: string, tokenDecimals: number): number {
  const [whole = '0'] = rate.split('.');
  return Math.min(tokenDecimals, AMOUNT_DECIMALS + (whole === '0' ? 0 : whole.length - 1));
}

/** What stands between the best rates: their difference, and that in percent of the middle. */
export interface RateSpread {
  readonly rate: string;
  readonly percent: string;
}

const SCALE_DIGITS = 8;

/** Exactly; undefined unless both are rates and the bid is below the ask. */
export function spreadOf(bid: string | undefined, ask: string | undefined): RateSpread | undefined {
  const [low, high] = [scaled(bid), scaled(ask)];
  if (low === undefined || high === undefined || low >= high) return undefined;
  const hundredths = ((high - low) * 2n * 10_000n) / (high + low);
  return { rate: wholeTokens(high - low, SCALE_DIGITS), percent: `${cut(wholeTokens(hundredths, 2), 2)}%` };
}

/** A rate in units of 10^-8. */
function scaled(rate: string | undefined): bigint | undefined {
  const key = rate === undefined ? undefined : parseRate(rate, 'rate');
  if (key?.ok !== true) return undefined;
  const [whole = '0', fraction = ''] = formatRate(key.value).split('.');
  return BigInt(whole + fraction.padEnd(SCALE_DIGITS, '0'));
}
