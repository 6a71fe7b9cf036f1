import { describe, expect, it } from '@jest/globals';
import { AMOUNT_MAX, decimalFrom } from '@exchange/core/kernel';
import { settlementCost } from './settlement-cost';

const GWEI = 10n ** 9n;

describe('what settling a trade costs', () => {
  it('is gas · price in the token, rounded down', () => {
    const cost = { gas: 100_000, gasPrice: 20n * GWEI };
    expect(settlementCost(cost, 18, decimalFrom('1'))).toBe(2_000_000n * GWEI);
    expect(settlementCost(cost, 6, decimalFrom('0.0005'))).toBe(4_000_000n);
    expect(settlementCost(cost, 6, decimalFrom('0.00033333'))).toBe(6_000_060n);
    expect(settlementCost({ gas: 1, gasPrice: 1n }, 6, decimalFrom('0.0005'))).toBe(0n);
    expect(settlementCost({ ...cost, gasPrice: 0n }, 6, decimalFrom('0.0005'))).toBe(0n);
  });

  it('never exceeds what an amount can be', () => {
    const cost = { gas: 100_000, gasPrice: AMOUNT_MAX };
    expect(settlementCost(cost, 18, decimalFrom('0.000000000000000001'))).toBe(AMOUNT_MAX);
  });
});
