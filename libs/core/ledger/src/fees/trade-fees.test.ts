import { describe, expect, it } from '@jest/globals';
import { amount } from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';
import fc from 'fast-check';
import { tradeFees } from './trade-fees';

const termsOf = (makerPpm: number, takerPpm: number, settlementFee = 0n): FeeTerms => ({
  makerPpm,
  takerPpm,
  settlementFee: amount(settlementFee),
  rebateToken: 'sell',
});

const feesOf = (makerSold: bigint, takerSold: bigint, maker: FeeTerms, taker: FeeTerms, maxFeeBps = 200) =>
  tradeFees({
    makerSold: amount(makerSold),
    takerSold: amount(takerSold),
    makerTerms: maker,
    takerTerms: taker,
    maxFeeBps,
  });

describe('fees of a trade', () => {
  it('rounds the taker fee down: 400 units at 2500 ppm cost 1, 399 cost nothing', () => {
    expect(feesOf(400n, 9n, termsOf(0, 2500), termsOf(0, 2500)).taker.tradeFee).toBe(1n);
    expect(feesOf(399n, 9n, termsOf(0, 2500), termsOf(0, 2500)).taker.tradeFee).toBe(0n);
  });

  it('rounds the maker fee down, in what the maker buys', () => {
    expect(feesOf(9n, 2000n, termsOf(500, 0), termsOf(0, 0)).maker.tradeFee).toBe(1n);
    expect(feesOf(9n, 1999n, termsOf(500, 0), termsOf(0, 0)).maker.tradeFee).toBe(0n);
  });

  it('rounds a rebate down: 5000 units at -200 ppm give 1, 4999 give nothing', () => {
    expect(feesOf(5000n, 9n, termsOf(-200, 0), termsOf(0, 2500)).maker.rebateInSold).toBe(1n);
    expect(feesOf(4999n, 9n, termsOf(-200, 0), termsOf(0, 2500)).maker.rebateInSold).toBe(0n);
    expect(feesOf(1_000_000n, 5000n, termsOf(-200, 0), termsOf(0, 2500)).maker.rebateInBought).toBe(1n);
    expect(feesOf(1_000_000n, 4999n, termsOf(-200, 0), termsOf(0, 2500)).maker.rebateInBought).toBe(0n);
  });

  it('caps the trade fee, and the settlement fee by what the cap leaves', () => {
    expect(feesOf(10_000n, 9n, termsOf(0, 0), termsOf(0, 50_000, 500n)).taker).toEqual({
      tradeFee: 200n,
      settlementFee: 0n,
    });
    expect(feesOf(10_000n, 9n, termsOf(0, 0), termsOf(0, 2500, 500n)).taker).toEqual({
      tradeFee: 25n,
      settlementFee: 175n,
    });
    expect(feesOf(10_000n, 9n, termsOf(0, 0), termsOf(0, 2500, 175n)).taker.settlementFee).toBe(175n);
    expect(feesOf(10_000n, 9n, termsOf(0, 0), termsOf(0, 2500, 174n)).taker.settlementFee).toBe(174n);
  });

  it('keeps a rebate below the fee that the taker pays, and gives none when that is 0', () => {
    expect(feesOf(10_000n, 9n, termsOf(-5000, 0), termsOf(0, 2500)).maker.rebateInSold).toBe(24n);
    expect(feesOf(10_000n, 10_000n, termsOf(-5000, 0), termsOf(0, 2500)).maker.rebateInBought).toBe(24n);
    expect(feesOf(10_000n, 10_000n, termsOf(-5000, 0), termsOf(0, 0)).maker).toMatchObject({
      rebateInSold: 0n,
      rebateInBought: 0n,
    });
  });

  it('never lets fees pass the cap, or a rebate reach the value of the taker fee', () => {
    const units = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n });
    fc.assert(
      fc.property(
        units,
        units,
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.nat(50_000),
        units,
        fc.nat(500),
        (makerSold, takerSold, makerPpm, takerPpm, cost, bps) => {
          const { maker, taker } = feesOf(
            makerSold,
            takerSold,
            termsOf(makerPpm, 0),
            termsOf(0, takerPpm, cost),
            bps,
          );
          expect((taker.tradeFee + taker.settlementFee) * 10_000n <= makerSold * BigInt(bps)).toBe(true);
          expect(maker.tradeFee * 10_000n <= takerSold * BigInt(bps)).toBe(true);
          expect(maker.rebateInBought * 10_000n <= takerSold * BigInt(bps)).toBe(true);
          expect(maker.rebateInSold === 0n || maker.rebateInSold < taker.tradeFee).toBe(true);
          const rebateValue = maker.rebateInBought * makerSold;
          expect(rebateValue === 0n || rebateValue < taker.tradeFee * takerSold).toBe(true);
        },
      ),
    );
  });
});
