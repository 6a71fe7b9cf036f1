import { formatRate, parseRate, wholeTokens } from '@exchange/core/kernel';

const GROUP = 3;

/** Digits before the point in groups of three. */
export function grouped(text: string): string {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  let grouped = text.slice(end);
  let at = end;
  for (; at > GROUP; at -= GROUP) grouped = `,${text.slice(at - GROUP, at)}${grouped}`;
  return text.slice(0, at) + grouped;
}

/** How many digits stand behind the point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

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

/**
 * Writes amounts in smallest units as whole tokens with so many decimals (at most the token's), cut off and grouped: what
 * `grouped(cut(tokens(…)))` says, for what is written in every frame.
 * @example
 * amountWriter(3, 1)(1_234_567n) // → '1,234.5'
 */
export function amountWriter(decimals: number, shown: number): (units: bigint) => string {
  const least = 10n ** BigInt(decimals - shown);
  return (units) => {
    if (units > 0n && units < least) return cut(tokens(units, decimals), shown);
    const digits = String(units / least).padStart(shown + 1, '0');
    const whole = digits.length - shown;
    const text = grouped(digits.slice(0, whole));
    return shown === 0 ? text : `${text}.${digits.slice(whole)}`;
  };
}

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
