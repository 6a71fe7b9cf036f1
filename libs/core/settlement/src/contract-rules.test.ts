import { describe, expect, it } from '@jest/globals';
import { amount, divideDown, divideUp } from '@exchange/core/kernel';
import fc from 'fast-check';
import { amountsOf, anySignedAmounts } from '../test/batch.fixture';
import {
  brokenRule,
  feesHold,
  fillHolds,
  makerPriceHolds,
  rebateHolds,
  takerPriceHolds,
} from './contract-rules';

const signed = (sellAmount: bigint, buyAmount: bigint) => ({
  sellAmount: amount(sellAmount),
  buyAmount: amount(buyAmount),
});
const trade = (makerAmount: bigint, takerAmount: bigint) =>
  amountsOf({ makerAmount: amount(makerAmount), takerAmount: amount(takerAmount) });

describe('the contract on prices', () => {
  it('is strict with the maker: rounding up is right, one unit less is not', () => {
    fc.assert(
      fc.property(anySignedAmounts, fc.bigInt({ min: 1n, max: 10n ** 18n }), (maker, makerAmount) => {
        const asked = divideUp(makerAmount * maker.buyAmount, maker.sellAmount);
        expect(makerPriceHolds(trade(makerAmount, asked), maker)).toBe(true);
        expect(makerPriceHolds(trade(makerAmount, asked - 1n), maker)).toBe(false);
      }),
    );
  });

  it('is as strict with the taker: what its price allows, rounded down, is right, one unit more is not', () => {
    fc.assert(
      fc.property(anySignedAmounts, fc.bigInt({ min: 1n, max: 10n ** 18n }), (taker, makerAmount) => {
        const limit = divideDown(makerAmount * taker.sellAmount, taker.buyAmount);
        expect(takerPriceHolds(trade(makerAmount, limit), taker)).toBe(true);
        expect(takerPriceHolds(trade(makerAmount, limit + 1n), taker)).toBe(false);
      }),
    );
  });

  it('counts a rebate in the sold token as a better price for the maker', () => {
    const rebated = amountsOf({
      makerAmount: amount(100n),
      takerAmount: amount(199n),
      makerRebate: amount(1n),
    });
    expect(makerPriceHolds(rebated, signed(100n, 200n))).toBe(true);
    expect(makerPriceHolds({ ...rebated, rebateToken: 'buy' }, signed(100n, 200n))).toBe(false);
  });
});

describe('the contract on fills, fees and rebates', () => {
  it('fills an order to its last unit', () => {
    const [maker, taker] = [signed(100n, 200n), signed(200n, 100n)];
    const fits = (makerSold: bigint, takerSold: bigint) =>
      fillHolds(trade(10n, 20n), maker, taker, amount(makerSold), amount(takerSold));
    expect(fits(90n, 180n)).toBe(true);
    expect(fits(91n, 180n)).toBe(false);
    expect(fits(90n, 181n)).toBe(false);
  });

  it('limits each fee by what its side buys', () => {
    const fees = (makerFee: bigint, takerFee: bigint) =>
      feesHold({ ...trade(1000n, 2000n), makerFee: amount(makerFee), takerFee: amount(takerFee) }, 200);
    expect(fees(40n, 20n)).toBe(true);
    expect(fees(41n, 20n)).toBe(false);
    expect(fees(40n, 21n)).toBe(false);
  });

  it('limits a rebate by the fee that pays it', () => {
    const rebate = (makerRebate: bigint, rebateToken: 'sell' | 'buy') =>
      rebateHolds(
        { ...trade(1000n, 2000n), takerFee: amount(20n), makerRebate: amount(makerRebate), rebateToken },
        200,
      );
    expect([rebate(20n, 'sell'), rebate(21n, 'sell')]).toEqual([true, false]);
    expect([rebate(40n, 'buy'), rebate(41n, 'buy')]).toEqual([true, false]);
  });

  it('names the first rule that is broken', () => {
    const maker = { ...signed(100n, 200n), sold: amount(0n) };
    const taker = { ...signed(200n, 100n), sold: amount(0n) };
    expect(brokenRule(trade(10n, 20n), maker, taker, 200)).toBeUndefined();
    expect(brokenRule(trade(0n, 20n), maker, taker, 200)).toBe('ZERO_AMOUNT');
    expect(brokenRule(trade(10n, 19n), maker, taker, 200)).toBe('PRICE');
    expect(brokenRule(trade(110n, 220n), maker, taker, 200)).toBe('OVERFILL');
    expect(brokenRule({ ...trade(10n, 20n), takerFee: amount(1n) }, maker, taker, 200)).toBe('FEE');
    expect(brokenRule({ ...trade(10n, 20n), makerRebate: amount(1n) }, maker, taker, 200)).toBe('REBATE');
  });
});
