import type { ContractDomain } from '@exchange/contract/chain';
import type { AttestationRecord } from '@exchange/core/settlement';
import type { AttesterState } from '../attester-state';
import { contentDigest } from './content-digest';

/** How long batches may be valid, in seconds of block time. */
export interface AttestationLimits {
  readonly longestSeconds: number;
  readonly trialSeconds: number;
}

/** What a batch is held against, out of the attester's own state. */
export function recordOf(
  { trades, attestations, chain }: AttesterState,
  { chainId, contract }: ContractDomain,
  limits: AttestationLimits,
): AttestationRecord {
  return {
    ...{ chainId, contract, ...limits },
    now: chain.view?.newest.time,
    tradeOf: (onChain) => trades.ofChain(onChain),
    tokenOf: (id) => chain.tokenOf(id),
    isTaken: (request) => attestations.isTaken(request.batchId, contentDigest(request)),
  };
}
