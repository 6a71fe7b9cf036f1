import { describe, expect, it } from '@jest/globals';
import { readAmount } from './read-amount';

const dai = { symbol: 'DAI', contract: `0x${'da'.repeat(20)}`, decimals: 6 };

describe('an amount in a form', () => {
  it('is exact, with the text that says the same', () => {
    expect(readAmount(' 1.50 ', dai, undefined)).toEqual({ kind: 'exact', units: 1_500_000n, text: '1.5' });
    expect(readAmount('2', dai, 2_000_000n)).toMatchObject({ kind: 'exact', units: 2_000_000n });
    expect(readAmount('', dai, 0n)).toEqual({ kind: 'empty' });
  });

  it.each([
    ['0.0', 'Enter an amount above 0'],
    ['2.000001', 'There are 2 DAI: enter no more than that'],
    ['1.0000001', '1.0000001 has more than 6 decimals'],
    ['1,5', '"1,5" is no decimal number such as 1.5'],
    ['-1', '"-1" is no decimal number such as 1.5'],
    ['9'.repeat(60), 'is above what the exchange can hold'],
  ])('%s is refused with the reason', (typed, why) => {
    const read = readAmount(typed, dai, 2_000_000n);
    expect(read).toMatchObject({ kind: 'faulty', why: expect.stringContaining(why) });
  });
});
