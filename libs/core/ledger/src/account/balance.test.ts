import { describe, expect, it } from '@jest/globals';
import { amount, AMOUNT_MAX } from '@exchange/core/kernel';
import { type Balance, type BalanceBucket, changeBalance, EMPTY_BALANCE, withdrawable } from './balance';

const figures = (changes: Partial<Record<BalanceBucket, bigint>>): Balance =>
  changeBalance(EMPTY_BALANCE, changes);

describe('a balance', () => {
  it('keeps what may be done with tokens equal to where they are', () => {
    expect(() => figures({ usable: 1n })).toThrow('must equal what backs them');
    expect(figures({ usable: 3n, held: 1n, settled: 5n, soldUnsettled: 1n })).toMatchObject({ usable: 3n });
  });

  it('has no negative figure', () => {
    expect(() => figures({ usable: -1n, held: 1n })).toThrow('amount out of range');
    expect(() => figures({ usable: 1n, soldUnsettled: -1n })).toThrow('soldUnsettled out of range');
  });

  it('takes all of a token going to and fro before any of it is settled', () => {
    const bought = figures({ usable: AMOUNT_MAX, boughtUnsettled: AMOUNT_MAX });
    const sold = changeBalance(bought, { usable: -AMOUNT_MAX, soldUnsettled: AMOUNT_MAX });
    const again = changeBalance(sold, { usable: AMOUNT_MAX, boughtUnsettled: AMOUNT_MAX });
    expect(again).toMatchObject({
      usable: AMOUNT_MAX,
      boughtUnsettled: 2n * AMOUNT_MAX,
      soldUnsettled: AMOUNT_MAX,
    });
  });

  it('lets settled tokens be withdrawn, less what is sold, promised or blocked', () => {
    expect(withdrawable(figures({ usable: 10n, settled: 10n }))).toBe(10n);
    expect(withdrawable(figures({ usable: 14n, settled: 10n, boughtUnsettled: 4n }))).toBe(10n);
    expect(withdrawable(figures({ usable: 11n, settled: 10n, boughtUnsettled: 4n, soldUnsettled: 3n }))).toBe(
      7n,
    );
    expect(
      withdrawable(figures({ usable: 12n, pendingWithdrawal: 2n, settled: 10n, boughtUnsettled: 4n })),
    ).toBe(8n);
    expect(withdrawable(figures({ usable: 9n, blocked: 5n, settled: 10n, boughtUnsettled: 4n }))).toBe(5n);
    expect(withdrawable(figures({ usable: 4n, held: 6n, settled: 10n }))).toBe(4n);
  });

  it('lets nothing be withdrawn when more is sold than settled', () => {
    expect(withdrawable(figures({ usable: 1n, settled: 1n, boughtUnsettled: 4n, soldUnsettled: 4n }))).toBe(
      amount(0n),
    );
  });
});
