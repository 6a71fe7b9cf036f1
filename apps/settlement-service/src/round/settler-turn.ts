import type { Address } from '@exchange/core/kernel';
import type { FeeData } from '../chain/settlement-chain';
import type { SignedTransaction } from '../batches/batch';
import type { NoncePlace } from '../batches/batches';
import { marketFee, raisedFee } from './fees';
import type { RoundTools } from './round-tools';

/** The nonce of a settler's next transaction: that of an expired batch first, since later ones wait for it. */
export async function settlerNonce({ state, chain, log }: RoundTools, settler: Address): Promise<number> {
  const own = state.batches.nextNonce(settler);
  const expired = state.batches.expired(settler);
  if (expired) return expired.nonce;
  const onChain = await chain.nonce(settler);
  if (own !== undefined && onChain > own) {
    log.error(
      { alarm: 'foreign_nonce', settler, own, onChain },
      "somebody else sends with the settler's key",
    );
  }
  return Math.max(own ?? 0, onChain);
}

/**
 * What a transaction of the nonce must offer now: the market's price, and enough to beat `outbidBy` or what the node
 * has of that nonce. Undefined when that exceeds our limit.
 */
export async function settlerFee(
  tools: RoundTools,
  place: NoncePlace,
  outbidBy?: FeeData,
): Promise<FeeData | undefined> {
  const { limits, log } = tools;
  const market = marketFee(await tools.chain.marketPrice(), limits);
  const rivals = [...(await heldTransactions(tools, place)), ...(outbidBy ? [outbidBy] : [])];
  let fee: FeeData | undefined = market;
  for (const rival of rivals) fee = fee && raisedFee(rival, fee, limits.maxFeePerGas);
  if (!fee)
    log.error(
      { alarm: 'fee_limit', nonce: place.nonce },
      'a transaction waits, and its fee is at the limit already',
    );
  return fee;
}

/** So many of a nonce are asked about: hours of a node that takes and drops leave hundreds. */
const ASKED_MAX = 16;

/**
 * What a node once took of the nonce and still has: only that must be beaten. An older one than those that are asked
 * about makes the node refuse what doesn't beat it, and is outbid then.
 */
async function heldTransactions(
  { state, chain }: RoundTools,
  place: NoncePlace,
): Promise<readonly SignedTransaction[]> {
  const everTaken = state.batches.signedFor(place).filter(({ takenAt }) => takenAt !== undefined);
  const taken = everTaken.toSorted((a, b) => a.signedAt - b.signedAt).slice(-ASKED_MAX);
  const held = await Promise.all(taken.map(async ({ hash }) => chain.holds(hash)));
  return taken.filter((_, index) => held[index]);
}
