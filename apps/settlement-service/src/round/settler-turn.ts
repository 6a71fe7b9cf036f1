import type { FeeData } from '../chain/settlement-chain';
import { firstFee, raisedFee } from './fees';
import type { RoundTools } from './round-tools';

/** The nonce of the settler's next transaction: that of an expired batch first, since later ones wait for it. */
export async function settlerNonce({ state, chain, log }: RoundTools): Promise<number> {
  const { expired, nextNonce: own } = state.batches;
  if (expired) return expired.nonce;
  const onChain = await chain.nonce();
  if (own !== undefined && onChain > own) {
    log.error({ alarm: 'foreign_nonce', own, onChain }, "somebody else sends with the settler's key");
  }
  return Math.max(own ?? 0, onChain);
}

/** Undefined when even our limit is too low to replace the expired transaction of the same nonce. */
export async function settlerFee({ state, chain, limits, log }: RoundTools): Promise<FeeData | undefined> {
  const suggested = await chain.feeData();
  const replaced = state.batches.expired?.transactions.at(-1);
  if (!replaced) return firstFee(suggested, limits.maxFeePerGas);
  const fee = raisedFee(replaced, suggested, limits.maxFeePerGas);
  if (!fee) log.error({ alarm: 'fee_limit' }, 'an expired batch can not be replaced within the fee limit');
  return fee;
}
