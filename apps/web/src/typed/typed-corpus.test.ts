import { describe, expect, it } from '@jest/globals';
import { wholeTokens } from '@exchange/core/kernel';
import { type TypedFault, type TypedValue, typedAmount } from './typed-amount';
import { CORPUS_LOCALES, signOf, typedCorpus, type TypedText } from './typed-corpus.fixture';
import { asTyped, type DecimalSign } from './typed-decimal';
import { typedFaultText } from './typed-fault-text';

const DECIMALS = [0, 2, 6, 8, 18, 27];
const HELD_MAX = (1n << 128n) - 1n;
/** A sentence that begins, ends, and says what to do. */
const SENTENCE = /^(?=[A-Z]).*\b([Ee]nter|[Ww]rite|[Tt]ype|[Cc]hoose)\b.*\.$/;

/** The exact value of a plain decimal in units of 10^-decimals; undefined when it has none. Written apart from the code. */
function unitsOf(decimal: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = decimal.split('.');
  const over = 10n ** BigInt(Math.max(fraction.length - decimals, 0));
  const digits = BigInt(whole + fraction) * 10n ** BigInt(Math.max(decimals - fraction.length, 0));
  return digits % over === 0n ? digits / over : undefined;
}

/** Whether a text that means a number is read as that one to the last unit, or refused for the reason that there is. */
function isRight(read: TypedValue<bigint>, number: string, decimals: number): boolean {
  const units = unitsOf(number, decimals);
  if (read.kind === 'empty') return false;
  if (read.kind === 'exact') return read.value === units && wholeTokens(read.value, decimals) === read.text;
  const { fault } = read;
  if (fault.kind === 'ambiguous') return fault.readings.includes(number);
  if (units === 0n) return fault.kind === 'zero';
  if (units === undefined) return fault.kind === 'decimals' && fault.decimals === decimals;
  return fault.kind === 'too large' && units > HELD_MAX;
}

/** Whether a refusal says in a sentence what would be right, and what it offers is taken when it is typed. */
function isHelpful(fault: TypedFault, decimals: number, sign: DecimalSign): boolean {
  if (!SENTENCE.test(typedFaultText(fault, 'TKN'))) return false;
  const again = (offered: string) => typedAmount(asTyped(offered, sign), decimals, sign);
  if (fault.kind === 'decimals')
    return fault.nearest.length > 0 && fault.nearest.every((each) => again(each).kind === 'exact');
  if (fault.kind !== 'ambiguous') return true;
  return fault.readings.every((each) => {
    const chosen = again(each);
    return chosen.kind === 'exact' || (chosen.kind === 'faulty' && chosen.fault.kind === 'decimals');
  });
}

describe.each(CORPUS_LOCALES)('what people type in %s', (locale) => {
  const corpus = typedCorpus(locale);
  const sign = signOf(locale);
  const wrong: unknown[] = [];
  const seen = new Map<string, number>();

  it('is hundreds of different texts', () => {
    expect(new Set(corpus.map(({ typed }) => typed)).size).toBeGreaterThanOrEqual(300);
  });

  it.each(DECIMALS)('is exact or refused with what would be right, with %i decimals', (decimals) => {
    const look = ({ typed, means }: TypedText) => {
      const read = typedAmount(typed, decimals, sign);
      const kind = read.kind === 'faulty' ? read.fault.kind : read.kind;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const isGood = means === undefined ? kind === 'malformed' : isRight(read, means, decimals);
      const isToldWell = read.kind !== 'faulty' || isHelpful(read.fault, decimals, sign);
      if (!isGood || !isToldWell) wrong.push({ typed, means, decimals, read });
    };
    wrong.length = 0;
    corpus.forEach(look);
    expect(wrong.slice(0, 8)).toEqual([]);
  });

  it('was of every kind', () => {
    const kinds = ['decimals', 'exact', 'malformed', 'too large', 'zero'];
    expect([...seen.keys()].filter((kind) => kind !== 'ambiguous').sort()).toEqual(kinds);
    // In Arabic and in Switzerland each sign means one thing.
    expect(seen.has('ambiguous')).toBe(!['ar-EG', 'de-CH'].includes(locale));
  });
});

describe('one thousand two hundred thirty-four, or one and a bit', () => {
  it.each<[string, number, DecimalSign]>([
    ['1,234', 18, '.'],
    ['1,234', 0, '.'],
    ['1,234', 27, ','],
    ['1.234', 6, ','],
  ])('%s is asked about with %i decimals where "%s" stands before fractions', (typed, decimals, sign) => {
    expect(typedAmount(typed, decimals, sign)).toEqual({
      kind: 'faulty',
      fault: { kind: 'ambiguous', readings: ['1234', '1.234'] },
    });
  });

  it('is one and a bit with a point, where points stand before fractions', () => {
    expect(typedAmount('1.234', 6, '.')).toMatchObject({ kind: 'exact', value: 1_234_000n });
  });
});
