import { divideDown, type Side } from '@exchange/core/kernel';
import type { FeeTier } from '@exchange/core/wire';

const PPM = 1_000_000;

/** What is charged of what an order buys, in smallest units, at most: the contract may cap it, and rounds each trade down. */
export interface PlannedFees {
  /** Of what is met in the book. */
  readonly taker: bigint;
  /** Of what rests, when it is taken. */
  readonly maker: bigint;
  /** What is paid for what rests, of the token of the choice, at most; 0 without a rebate. */
  readonly rebate: bigint;
}

/** A side's amounts of one part of an order. */
export interface OrderPart {
  readonly sold: bigint;
  readonly bought: bigint;
}

/** The wire's share of a fee in parts per million, exactly: 0.0025 is 2500. */
export const ppmOf = (fee: number): number => Math.round(fee * PPM);

const share = (value: bigint, ppm: number): bigint => divideDown(value * BigInt(ppm), BigInt(PPM));

/** The fees of what an order takes, and of what it leaves in the book. */
export function plannedFees(
  { makerFee, takerFee }: Pick<FeeTier, 'makerFee' | 'takerFee'>,
  taken: OrderPart,
  resting: OrderPart,
  rebateToken: Side,
): PlannedFees {
  const maker = ppmOf(makerFee);
  return {
    taker: share(taken.bought, ppmOf(takerFee)),
    maker: maker > 0 ? share(resting.bought, maker) : 0n,
    rebate: maker < 0 ? share(rebateToken === 'sell' ? resting.sold : resting.bought, -maker) : 0n,
  };
}
