/** What somebody typed as a number: nothing yet, exactly this, one of two, or no number. */
export type TypedDecimal =
  | { readonly kind: 'empty' }
  /** A plain decimal with a point, without superfluous zeros. */
  | { readonly kind: 'read'; readonly decimal: string }
  /** Both ways of reading it are good: nobody but who typed it can say which was meant. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [whole: string, fraction: string] }
  | { readonly kind: 'refused'; readonly fault: DecimalFault };

/** Why a text is no number: what would be right stands in text/. */
export type DecimalFault =
  | 'sign'
  | 'exponent'
  /** Letters, signs of currencies, digits of other scripts. */
  | 'other characters'
  | 'unseen characters'
  | 'groups'
  | 'two points'
  | 'no digits'
  | 'too long';

/** Which sign stands before the fraction where the page's reader comes from. */
export type DecimalSign = '.' | ',';

const CHARACTERS_MAX = 100;
/** Zeros of the digits that people type besides ASCII's: Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];
/** Joiners, marks of direction and others that take no room: nobody sees that they are there. */
const UNSEEN = /\p{Cf}|\p{Cc}/u;
/** What only groups digits and never stands before a fraction. */
const GROUPS_ALONE = [' ', "'", '٬'];
const SPACES = /\p{Zs}/gu;

/**
 * Reads a number as people type it, in whatever country, and never guesses. A point, a comma or an Arabic separator may
 * stand before the fraction; spaces, apostrophes, commas and points may group digits, in threes or as in India. A sign that
 * stands once before three digits can be both: a comma always (`1,234`), a point where `sign` is the comma.
 * @example
 * readDecimal('1 234,50', '.') // → { kind: 'read', decimal: '1234.5' }
 * readDecimal('1,234', '.') // → { kind: 'ambiguous', readings: ['1234', '1.234'] }
 */
export function readDecimal(typed: string, sign: DecimalSign): TypedDecimal {
  const text = normalized(typed);
  if (text === '') return { kind: 'empty' };
  if (text.length > CHARACTERS_MAX) return refused('too long');
  if (UNSEEN.test(text)) return refused('unseen characters');
  if (/^[-−－+＋]/.test(text)) return refused('sign');
  if (/^[0-9.,]+[eE][-+]?[0-9]*$/.test(text)) return refused('exponent');
  if (/[^0-9.,'٬٫ ]/.test(text)) return refused('other characters');
  if (!/[0-9]/.test(text)) return refused('no digits');
  const groups = GROUPS_ALONE.filter((each) => text.includes(each));
  if (groups.length > 0 || text.includes('٫')) return surelyGrouped(text, groups);
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points > 0 && commas > 0) {
    const isPointLast = text.lastIndexOf('.') > text.lastIndexOf(',');
    return isPointLast ? split(text, '.', ',') : split(text, ',', '.');
  }
  if (points > 1) return whole(text, '.');
  if (commas > 1) return whole(text, ',');
  if (commas === 1) return single(text, ',', true);
  return points === 1 ? single(text, '.', sign === ',') : read(text, '');
}

/**
 * An exact decimal as it can stand in a field of a reader with this sign: reading it gives the same again. Where three digits
 * behind the point would be taken for a group it gets one more, which changes nothing.
 * @example
 * asTyped('1.234', ',') // → '1.2340'
 */
export const asTyped = (decimal: string, sign: DecimalSign): string =>
  readDecimal(decimal, sign).kind === 'ambiguous' ? `${decimal}0` : decimal;

/** The sign that a language puts before fractions, as its browser knows it. */
export function decimalSignOf(language: string | undefined): DecimalSign {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

function normalized(typed: string): string {
  const digits = typed.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
  });
  return digits.replace(SPACES, ' ').replace(/’/g, "'").replace(/．/g, '.').replace(/，/g, ',').trim();
}

/** What groups is sure; then what else there is stands before the fraction. */
function surelyGrouped(text: string, [group = '٬', ...others]: readonly string[]): TypedDecimal {
  if (others.length > 0) return refused('groups');
  const [sign = '.', ...more] = ['.', ',', '٫'].filter((each) => text.includes(each));
  return more.length > 0 ? refused('two points') : split(text, sign, group);
}

/** One sign, once: it can group only where three digits follow and one to three stand before. */
function single(text: string, sign: string, mayGroup: boolean): TypedDecimal {
  const [before = '', after = ''] = text.split(sign);
  if (mayGroup && /^[0-9]{3}$/.test(after) && /^[0-9]{1,3}$/.test(before) && before !== '0') {
    return { kind: 'ambiguous', readings: [plain(before + after, ''), plain(before, after)] };
  }
  return read(before, after);
}

function split(text: string, sign: string, group: string): TypedDecimal {
  const [before = '', after = '', ...more] = text.split(sign);
  if (more.length > 0) return refused('two points');
  if (after.includes(group)) return refused('groups');
  const digits = ungrouped(before, group);
  return digits === undefined ? refused('groups') : read(digits, after);
}

function whole(text: string, group: string): TypedDecimal {
  const digits = ungrouped(text, group);
  return digits === undefined ? refused('groups') : read(digits, '');
}

/** The digits of groups of three, or of two before the last three as in India; undefined for others, and behind a zero. */
function ungrouped(text: string, group: string): string | undefined {
  if (!text.includes(group)) return text;
  const [first = '', ...groups] = text.split(group);
  const last = groups.pop() ?? '';
  const isInThrees = first.length <= 3 && groups.every(({ length }) => length === 3);
  const isIndian = first.length <= 2 && groups.every(({ length }) => length === 2);
  return /^[1-9]/.test(first) && last.length === 3 && (isInThrees || isIndian)
    ? [first, ...groups, last].join('')
    : undefined;
}

const read = (before: string, after: string): TypedDecimal => ({
  kind: 'read',
  decimal: plain(before, after),
});

function plain(before: string, after: string): string {
  const integer = before.replace(/^0+(?=[0-9])/, '') || '0';
  const fraction = after.replace(/0+$/, '');
  return fraction === '' ? integer : `${integer}.${fraction}`;
}

const refused = (fault: DecimalFault): TypedDecimal => ({ kind: 'refused', fault });
