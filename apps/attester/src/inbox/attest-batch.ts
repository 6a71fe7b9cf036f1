import { attesterCommands } from '@exchange/contract/bus';
import { hash, ok, present } from '@exchange/core/kernel';
import { type AttestationReply, type AttestationRequest, isNotYet } from '@exchange/core/message';
import { type AttestationFault, judgeBatch, unpackedBatch } from '@exchange/core/settlement';
import { isSignerAway } from '@exchange/edge/keys';
import { alarm } from '@exchange/platform';
import { contentDigest } from '../attestations/content-digest';
import { recordOf } from '../attestations/record';
import type { Attestation } from '@exchange/contract/chain';
import { type AttestingDeps, type AttesterTurn, handle } from './attester-turn';

/**
 * Attests a batch that says what engine and ledger said, and nothing else. It is signed while it is prepared, if it may be
 * by what is known then; what is given out is decided by what is known when the turn decides, and stored first. The same
 * batch gets the same signature again, as long as nothing speaks against it.
 */
export const attestBatch = handle(attesterCommands.attestBatch, {
  async prepare({ request }, deps) {
    const digest = contentDigest(request);
    const { state, domain, limits, clock, checks } = deps;
    const judged = judgeBatch(request, recordOf(state, domain, { limits, at: clock.now() }), checks);
    if (!judged.ok) return { digest, fault: judged, signed: undefined };
    const before = state.attestations.get(digest);
    return { digest, ...(before ? { fault: undefined, signed: before } : await sign(deps, request)) };
  },

  decide(turn, { request }, { digest, fault, signed }) {
    const { state, domain, limits, at, checks } = turn;
    const judged = judgeBatch(request, recordOf(state, domain, { limits, at }), checks);
    if (!judged.ok) return ok(refused(turn, request, judged));
    // What stood against it when it was prepared is over: asked again, it will be signed.
    if (signed === undefined) return ok(refused(turn, request, present(fault, 'fault of an unsigned batch')));
    const { r, vs } = { r: hash(signed.r), vs: hash(signed.vs) };
    const { batchId, validUntil } = request;
    if (!state.attestations.get(digest)) {
      state.attestations.add({ digest, batchId, validUntil, tradeIds: judged.tradeIds, r, vs });
      state.tally.judged('attested');
    }
    return ok((): AttestationReply => ({ kind: 'attested', r, vs }));
  },
});

/** A remote signer may be away, or say no for now. Nobody waits for it here: whoever asked asks again. */
async function sign(
  { attester, domain }: AttestingDeps,
  { batchId, validUntil, orders, trades }: AttestationRequest,
): Promise<{ readonly signed?: Attestation; readonly fault?: Omit<AttestationFault, 'ok'> }> {
  const batch = present(unpackedBatch(orders, trades), 'words of a batch');
  try {
    return { signed: await attester.attest({ domain, batchId: BigInt(batchId), validUntil, batch }) };
  } catch (error) {
    if (!isSignerAway(error)) throw error;
    return { fault: { reason: 'KEY_AWAY', tradeIds: [] } };
  }
}

/** Faults are told to somebody who looks: nobody of ours asks for such a batch. */
function refused(
  { lines, state }: AttesterTurn,
  { batchId }: AttestationRequest,
  { reason, tradeIds }: Omit<AttestationFault, 'ok'>,
): () => AttestationReply {
  state.tally.judged(reason);
  const fields = { batchId, reason, tradeIds };
  lines.push(
    isNotYet(reason)
      ? { level: 'info', fields, message: 'a batch is not attested yet' }
      : alarm('attestation_refused', fields, 'a batch is not attested'),
  );
  return () => ({ kind: 'refused', reason, tradeIds: [...tradeIds] });
}
