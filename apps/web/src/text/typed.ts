/** What is said beside a field for a number. Amounts and rates come as exact decimals. */
export const typedText = {
  malformed: {
    sign: 'Enter it without a sign: amounts and rates are above 0.',
    exponent: 'Write it out, without an exponent.',
    'other characters': 'Enter digits and one point or comma only, such as 1.5.',
    'unseen characters': 'Type it anew: there are characters in it that can’t be seen.',
    groups: 'The digits are grouped strangely: write it without groups, such as 1234.5.',
    'two points': 'There is more than one point before a fraction: write it as 1234.5.',
    'no digits': 'Enter a number, such as 1.5.',
    'too long': 'That is too long for a number: enter a shorter one.',
  },
  ambiguous: ([one, other]: readonly [string, string]) => `Is it ${one} or ${other}? Choose one.`,
  choose: (reading: string) => `Take ${reading}`,
  zero: 'Enter more than 0.',
  decimals: (symbol: string, decimals: number, nearest: readonly string[]) =>
    `${symbol} has ${decimals} decimals: enter ${nearest.join(' or ')}.`,
  digits: (nearest: readonly string[]) =>
    nearest.length === 0
      ? 'Enter a rate from 0.00000001 to 800000000000000.'
      : `A rate has at most 5 digits and 8 decimals: enter ${nearest.join(' or ')}.`,
  tooLarge: 'That is more than the exchange can hold: enter less.',
  tooMuch: (most: string, symbol: string) => `There are ${most} ${symbol}: enter no more than that.`,
} as const;
