import type { ContractDomain } from '@exchange/contract/chain';
import type { AttestationRecord } from '@exchange/core/settlement';
import type { AttesterState } from '../attester-state';
import { contentDigest } from './content-digest';

/** How long batches may be valid, in seconds of block time. */
export interface AttestationLimits {
  readonly longestSeconds: number;
  readonly trialSeconds: number;
}

/** What a batch is held against, out of the attester's own state. `at`: Unix ms of its own clock. */
export function recordOf(
  { trades, attestations, chain }: AttesterState,
  { chainId, contract }: ContractDomain,
  { limits, at }: { readonly limits: AttestationLimits; readonly at: number },
): AttestationRecord {
  return {
    ...{ chainId, contract, ...limits },
    now: chain.view?.newest.time,
    clock: Math.floor(at / 1_000),
    tradeOf: (onChain) => trades.ofChain(onChain),
    tokenOf: (id) => chain.tokenOf(id),
    isTaken: (request) => attestations.isTaken(request.batchId, contentDigest(request)),
  };
}
