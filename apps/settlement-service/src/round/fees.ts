import { divideUp, maxAmount, minAmount } from '@exchange/core/kernel';
import type { FeeData, MarketPrice } from '../chain/settlement-chain';

/** Nodes take a replacement only when both fees are at least 10 % higher; 12.5 % is the usual rule. */
const RAISE_PERCENT = 113n;
/** Full blocks raise the base fee by an eighth each: twice is enough for six of them. */
const BASE_FEES = 2n;

/** Wei per unit of gas. */
export interface FeeLimits {
  /** Never exceeded. */
  readonly maxFeePerGas: bigint;
  /** The most of the market's tip that is followed: where nobody else trades, it is what we paid last. */
  readonly maxTip: bigint;
  /** Above this price gas is dear: what may wait does. */
  readonly dearFeePerGas: bigint;
}

/** Whether gas costs more than is paid without need. */
export const isDear = ({ baseFee, tip }: MarketPrice, { dearFeePerGas }: FeeLimits): boolean =>
  baseFee + tip > dearFeePerGas;

const raised = (fee: bigint): bigint => divideUp(fee * RAISE_PERCENT, 100n);

/** What the market asks, within our limits. */
export function marketFee({ baseFee, tip }: MarketPrice, limits: FeeLimits): FeeData {
  const ownTip = minAmount(tip, limits.maxTip);
  const maxFeePerGas = minAmount(baseFee * BASE_FEES + ownTip, limits.maxFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: minAmount(ownTip, maxFeePerGas) };
}

/** A fee that beats `last`, and is the market's if that is more; undefined when that exceeds the limit. */
export function raisedFee(last: FeeData, market: FeeData, limit: bigint): FeeData | undefined {
  const least = raised(last.maxFeePerGas);
  if (least > limit) return undefined;
  const maxFeePerGas = minAmount(maxAmount(least, market.maxFeePerGas), limit);
  const priority = maxAmount(raised(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: minAmount(priority, maxFeePerGas) };
}
