import { divideUp, maxAmount, minAmount } from '@exchange/core/kernel';
import type { FeeData } from '../chain/settlement-chain';

/** Nodes take a replacement only when both fees are at least 10 % higher. */
const RAISE_PERCENT = 113n;

const raised = (fee: bigint): bigint => divideUp(fee * RAISE_PERCENT, 100n);

/** The node's suggestion within our limit. */
export function firstFee(suggested: FeeData, limit: bigint): FeeData {
  const maxFeePerGas = minAmount(suggested.maxFeePerGas, limit);
  return { maxFeePerGas, maxPriorityFeePerGas: minAmount(suggested.maxPriorityFeePerGas, maxFeePerGas) };
}

/** A fee that replaces `last`: the node's suggestion, but enough higher; undefined when that exceeds the limit. */
export function raisedFee(last: FeeData, suggested: FeeData, limit: bigint): FeeData | undefined {
  const least = raised(last.maxFeePerGas);
  if (least > limit) return undefined;
  const maxFeePerGas = minAmount(maxAmount(least, suggested.maxFeePerGas), limit);
  const priority = maxAmount(raised(last.maxPriorityFeePerGas), suggested.maxPriorityFeePerGas);
  return { maxFeePerGas, maxPriorityFeePerGas: minAmount(priority, maxFeePerGas) };
}
