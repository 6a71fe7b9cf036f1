import {
  amount,
  assert,
  divideDown,
  maxAmount,
  minAmount,
  type TokenAmount,
  ZERO_AMOUNT,
} from '@exchange/core/kernel';
import type { FeeTerms } from '@exchange/core/message';

const PPM = 1_000_000n;
const BPS = 10_000n;

/** What decides the fees of a trade; amounts gross, in smallest units. */
export interface FeeBasis {
  readonly makerSold: TokenAmount;
  readonly takerSold: TokenAmount;
  readonly makerTerms: FeeTerms;
  readonly takerTerms: FeeTerms;
  /** Of trade and settlement fee together, in 1/10 000: the lowest of what holds in the contract and what may come. */
  readonly maxFeeBps: number;
}

/** Fees of both sides, each in what that side buys; the rebate as it would be in either of the maker's tokens. */
export interface TradeFees {
  readonly maker: {
    readonly tradeFee: TokenAmount;
    readonly rebateInSold: TokenAmount;
    readonly rebateInBought: TokenAmount;
  };
  readonly taker: { readonly tradeFee: TokenAmount; readonly settlementFee: TokenAmount };
}

/**
 * The fees of a trade, from what the trade's report alone says, so that the partitions of both sides get the same.
 * Everything is rounded down; the contract's maximum caps trade and settlement fee together; a rebate stays below
 * the taker's trade fee (docs: ledger, a trade).
 * @example
 * tradeFees({
 *   makerSold: 1_999n, takerSold: 400n, maxFeeBps: 50,
 *   makerTerms: { makerPpm: 0, takerPpm: 2500, settlementFee: 0n, rebateToken: 'buy' },
 *   takerTerms: { makerPpm: 0, takerPpm: 2500, settlementFee: 100n, rebateToken: 'buy' },
 * }).taker // → { tradeFee: 4n, settlementFee: 5n }
 */
export function tradeFees(basis: FeeBasis): TradeFees {
  const { makerSold, takerSold, makerTerms, takerTerms, maxFeeBps } = basis;
  assert(takerTerms.takerPpm >= 0, 'a taker pays or pays nothing');
  const takerCap = share(makerSold, maxFeeBps, BPS);
  const makerCap = share(takerSold, maxFeeBps, BPS);
  const takerFee = minAmount(share(makerSold, takerTerms.takerPpm, PPM), takerCap);
  const settlementFee = minAmount(takerTerms.settlementFee, amount(takerCap - takerFee));
  const makerFee = minAmount(share(takerSold, Math.max(makerTerms.makerPpm, 0), PPM), makerCap);
  const rebatePpm = Math.max(-makerTerms.makerPpm, 0);
  const rebateInSold = minAmount(share(makerSold, rebatePpm, PPM), below(takerFee, 1n, 1n));
  const rebateInBought = minAmount(
    minAmount(share(takerSold, rebatePpm, PPM), makerCap),
    below(takerFee, takerSold, makerSold),
  );
  return {
    maker: { tradeFee: makerFee, rebateInSold, rebateInBought },
    taker: { tradeFee: takerFee, settlementFee },
  };
}

/** Whether a maximum, in 1/10 000, makes less of a fee or rebate in what is bought, in parts per million. */
export const isLowered = (ppm: number, maxFeeBps: number): boolean =>
  maxFeeBps * Number(PPM / BPS) < Math.abs(ppm);

/** value · rate / unit, rounded down. */
const share = (value: TokenAmount, rate: number, unit: bigint): TokenAmount =>
  amount(divideDown(value * BigInt(rate), unit));

/** The largest amount that is less than fee · numerator / denominator; 0 when the fee is 0. */
const below = (fee: TokenAmount, numerator: bigint, denominator: bigint): TokenAmount =>
  fee === 0n ? ZERO_AMOUNT : amount(maxAmount(divideDown(fee * numerator - 1n, denominator), 0n));
