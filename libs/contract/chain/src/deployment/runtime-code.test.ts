import { describe, expect, it } from '@jest/globals';
import { concat, keccak256, toBeHex } from 'ethers';
import { codeDifference } from './runtime-code';

const WORD = (value: number) => toBeHex(value, 32);
const code = (first: string, second: string) => concat(['0xaabb', first, '0xcc', second]);
const facts = {
  size: 67,
  maskedHash: keccak256(code(WORD(0), WORD(0))),
  immutables: { owner: [2, 35] },
};
const values = { owner: WORD(7) };

describe('code on a chain', () => {
  it('is ours with the immutable values in it', () => {
    expect(codeDifference(code(WORD(7), WORD(7)), facts, values)).toBeUndefined();
  });

  it.each([
    ['another value', code(WORD(7), WORD(8)), `owner is ${WORD(8)}, not ${WORD(7)}`],
    ['nothing', '0x', 'no contract'],
    ['another size', '0xaabb', '2 bytes instead of 67'],
    ['another byte', concat(['0xaabd', WORD(7), '0xcc', WORD(7)]), 'other code'],
  ])('is not ours with %s', (_what, found, difference) => {
    expect(codeDifference(found, facts, values)).toContain(difference);
  });

  it('is not ours with a value of which nothing is known', () => {
    expect(codeDifference(code(WORD(7), WORD(7)), facts, {})).toContain('not known');
  });
});
