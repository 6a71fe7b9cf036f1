import { describe, expect, it } from '@jest/globals';
import type { Address } from '@exchange/core/kernel';
import { chooseSettler, lackOf, type SettlerStanding } from './settler-standing';

const FLOOR = 5n;
const [first, second, third] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as Address) as [
  ...[Address, Address, Address],
];
const fit = { hasRole: true, isAway: false, isUnfunded: false, runway: 100n };
const standing = (address: Address, change: Partial<SettlerStanding> = {}): SettlerStanding => ({
  address,
  ...fit,
  ...change,
});

describe('what a settler lacks', () => {
  it.each<readonly [string | undefined, Partial<SettlerStanding>]>([
    [undefined, {}],
    [undefined, { runway: FLOOR }],
    ['gas', { runway: FLOOR - 1n }],
    ['gas', { isUnfunded: true }],
    ['signer', { isAway: true, runway: 0n }],
    ['role', { hasRole: false, isAway: true, runway: 0n }],
  ])('is %s', (lack, change) => {
    expect(lackOf(standing(first, change), FLOOR)).toBe(lack);
  });
});

describe('the settler that sends', () => {
  const choose = (active: Address | undefined, ...changes: readonly Partial<SettlerStanding>[]) =>
    chooseSettler(
      [first, second, third].map((address, index) => standing(address, changes[index])),
      active,
      FLOOR,
    );

  it('is the first that has the role, gas and a signer that answers', () => {
    expect(choose(undefined)).toBe(first);
    for (const lack of [{ hasRole: false }, { isAway: true }, { isUnfunded: true }, { runway: 4n }]) {
      expect(choose(first, lack)).toBe(second);
      expect(choose(undefined, lack, lack)).toBe(third);
    }
  });

  it('is the first again once it lacks nothing, and has twice the floor', () => {
    expect(choose(second, {})).toBe(first);
    expect(choose(second, { runway: 2n * FLOOR })).toBe(first);
    expect(choose(second, { runway: 2n * FLOOR - 1n })).toBe(second);
    expect(choose(undefined, { runway: FLOOR })).toBe(first);
  });

  it('is whoever lacks least while all lack something, and then the active one before others', () => {
    const [poor, away, dropped] = [{ runway: 0n }, { isAway: true }, { hasRole: false }];
    expect(choose(first, dropped, away, poor)).toBe(third);
    expect(choose(third, dropped, away, away)).toBe(third);
    expect(choose(second, poor, poor, poor)).toBe(second);
    expect(choose(first, dropped, poor, poor)).toBe(second);
    expect(choose(first, dropped, dropped, dropped)).toBe(first);
  });

  it('is the only one, whatever it lacks', () => {
    expect(chooseSettler([standing(first, { hasRole: false })], undefined, FLOOR)).toBe(first);
    expect(chooseSettler([], undefined, FLOOR)).toBeUndefined();
  });
});
