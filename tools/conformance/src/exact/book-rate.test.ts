import { describe, expect, it } from '@jest/globals';
import { bookRateText } from './book-rate';

const traded = (amount: bigint) => [amount, 18] as const;

describe('the book rate that the run expects', () => {
  it.each([
    ['buy', 3n, 1n, '0.33333'],
    ['sell', 3n, 1n, '0.33334'],
    ['buy', 1n, 123_456n, '123450'],
    ['sell', 1n, 123_456n, '123460'],
    ['sell', 10n ** 8n + 1n, 1n, '0.00000001'],
    ['sell', 100_000n, 999_995n, '10'],
    ['buy', 2n, 1n, '0.5'],
  ] as const)('of a %s of %d for %d is rounded to the signer’s side', (side, amount, quote, rate) => {
    expect(bookRateText(side, traded(amount), [quote, 18])).toBe(rate);
  });

  it('counts in whole tokens', () => {
    expect(bookRateText('buy', [100_000_000n, 8], [15n * 10n ** 18n, 18])).toBe('15');
  });
});
