import { decimalSignOf, type DecimalSign } from './typed-decimal';

/** A text as somebody types or pastes it, and the number that they mean; undefined where it says none. */
export interface TypedText {
  readonly typed: string;
  readonly means: string | undefined;
}

/** What of a language numbers are written with. */
interface Script {
  readonly digits: readonly string[];
  readonly sign: string;
  readonly group: string;
}

export const CORPUS_LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'hi-IN', 'ja-JP', 'ar-EG', 'pt-BR'];

/** Of all sizes: below the units of tokens, at them, in them, at the most that can be held, and above. */
const NUMBERS = [
  ...['0', '1', '7', '12', '123', '1234', '12345', '123456', '1234567', '12345678901', '1000', '1000000'],
  ...['0.5', '0.05', '0.123', '1.5', '1.25', '1.234', '12.345', '123.4567', '1234.5', '1234.567'],
  ...['1234567.89', '1234567.123456789', '0.000001', '0.00000001', '0.000000000000000001'],
  ...['0.000000000000000000000000001', '1.000000000000000001', '1.0000000000000000000000000001'],
  ...['340282366920938463463374607431768211455', '340282366920938463463374607431768211456'],
  ...['340282366920938463463.374607431768211455', '340282366920938463463.374607431768211456'],
];

/** Around a number that would be right alone. */
const SPOILED: readonly ((number: string, script: Script) => string)[] = [
  ...['-', '−', '－', '+', '＋', '- ', '$', '€', '₹', '~', '<', '='].map(
    (sign) => (text: string) => sign + text,
  ),
  ...[
    'e5',
    'E-3',
    'e',
    ' ETH',
    'k',
    '%',
    '-',
    '+',
    '/2',
    '²',
    '½',
    '..',
    '_000',
    '\u200b',
    '\u200f',
    '\u061c',
  ].map((end) => (text: string) => text + end),
  ...['0x', '\u202d', '\u200e', '(', '1\t', '1\n'].map((begin) => (text: string) => begin + text),
  (text, { sign }) => `${text}${sign}5${sign}5`,
  (text, { sign, group }) => `${text}${sign}5${group}5`,
  (text, { group }) => `${text}${group}${group}123`,
  (text, { group }) => `${text}${group}12${group}1`,
];
/** Digits that the page doesn't read, and what has none. */
const STRANGE = [
  ...[
    '১২',
    '௧௨',
    'Ⅻ',
    '①',
    '½',
    '十二',
    'ten',
    'NaN',
    'Infinity',
    '.',
    ',',
    "'",
    '٫',
    '٬',
    '-',
    '. ,',
    "1 234'567",
  ],
  ...[
    '1.2.3',
    '1,2,3',
    '1.23.4',
    '0,123,456',
    '1,234.567,8',
    '1.234,567.8',
    '1 23',
    "1'2",
    '1,5٫5',
    '9'.repeat(101),
  ],
];

/**
 * What people of a language may type: numbers plain, grouped in their way and in others', with zeros and blanks that change nothing,
 * and what is no number.
 */
export function typedCorpus(locale: string): readonly TypedText[] {
  const script = scriptOf(locale);
  const meant = NUMBERS.flatMap((number) =>
    waysToWrite(number, script).map((typed): TypedText => ({ typed, means: number })),
  );
  const spoiled = ['12', '1.5'].flatMap((number) =>
    SPOILED.map((spoil) => spoil(written(number, script, ''), script)),
  );
  const none = [...spoiled, ...STRANGE].map((typed): TypedText => ({ typed, means: undefined }));
  return [...meant, ...none];
}

export const signOf = (locale: string): DecimalSign => decimalSignOf(locale);

function scriptOf(locale: string): Script {
  const format = new Intl.NumberFormat(locale);
  const part = (type: string) => format.formatToParts(12_345.5).find((each) => each.type === type)?.value;
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
    ...{ sign: part('decimal') ?? '.', group: part('group') ?? ',' },
  };
}

function waysToWrite(number: string, script: Script): readonly string[] {
  const plain = written(number, script, '');
  const own = written(number, script, script.group);
  const zero = script.digits[0] ?? '0';
  const isWhole = !number.includes('.');
  return [
    plain,
    own,
    ...[' ', '\u00a0', '\u202f', '\u2009', "'", '’'].map((group) => written(number, script, group)),
    written(number, script, script.group, true),
    `${zero}${zero}${plain}`,
    `${plain}${isWhole ? script.sign : ''}${zero.repeat(4)}`,
    ...[`  ${plain} `, `\u00a0${own}\u202f`, `\t${plain}\n`, `\r\n${own}\r\n`],
  ];
}

function written(number: string, { digits, sign }: Script, group: string, isIndian = false): string {
  const [whole = '0', fraction] = number.split('.');
  const said = (text: string) => [...text].map((digit) => digits[Number(digit)]).join('');
  const grouped = isIndian
    ? whole.replace(/(?<=\d)(?=(?:\d\d)*\d{3}$)/g, '|')
    : whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, '|');
  const front = grouped.split('|').map(said).join(group);
  return fraction === undefined ? front : `${front}${sign}${said(fraction)}`;
}
