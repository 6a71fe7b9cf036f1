import { type AttestationReply, isNotYet } from '@exchange/core/message';
import { publicTradeId } from '@exchange/core/kernel';
import { packedWords } from '@exchange/core/settlement';
import { encodedBatch } from '../batches/encoded-call';
import type { BatchCall } from '../chain/settlement-chain';
import type { RoundTools } from '../round/round-tools';
import type { BatchDraft } from './attested-drafts';

/** `left_out`: these trades are not attested, for now or for good; `waits`: nothing is, at present. */
export type Asked =
  | { readonly kind: 'attested'; readonly call: BatchCall }
  | { readonly kind: 'left_out'; readonly tradeIds: readonly number[] }
  | { readonly kind: 'waits' };

/**
 * Has a batch attested. It is stored before it is asked for: from then on its trades may be mined until its time is finally
 * over, whatever happens to the answer, or to this process.
 */
export async function askAttester(tools: RoundTools, draft: BatchDraft): Promise<Asked> {
  const { state, domain, attester, prompts, settlers } = tools;
  const { batchId, validUntil, tradeIds } = draft;
  const batch = encodedBatch(tools, tradeIds);
  // What no block to come can take is carried by nothing.
  const isMinable = validUntil > (state.chain.final?.time ?? 0);
  if (isMinable) await prompts.commit({ kind: 'batch_drafted', draft });
  const { chainId, contract } = domain;
  const reply = await attester.attest({ chainId, contract, batchId, validUntil, ...packedWords(batch) });
  if (reply === undefined) return { kind: 'waits' };
  if (reply.kind === 'refused') return leaveOut(tools, reply);
  const { r, vs } = reply;
  return {
    kind: 'attested',
    call: { settler: settlers.active, batchId, validUntil, batch, attestation: { r, vs } },
  };
}

/** Trades that are not attested don't keep the others waiting; a batch that is refused as a whole does. */
async function leaveOut(
  { log, prompts }: RoundTools,
  { reason, tradeIds: onChain }: Extract<AttestationReply, { kind: 'refused' }>,
): Promise<Asked> {
  const tradeIds = onChain.map(publicTradeId);
  const isFault = !isNotYet(reason);
  if (isFault) log.error({ alarm: 'attestation_refused', reason, tradeIds }, 'a batch is not attested');
  if (tradeIds.length === 0) return { kind: 'waits' };
  await prompts.commit({ kind: 'trades_unattested', tradeIds, reason, isFault });
  return { kind: 'left_out', tradeIds };
}
