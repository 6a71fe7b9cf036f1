import { present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch } from '../batches/batch';
import { encodedCall } from '../batches/encoded-call';
import type { RoundTools } from './round-tools';
import { raisedFee } from './fees';

/**
 * Looks after batches that are not mined: one whose nonce is finally used up without it is lost, one whose
 * validUntil is final has expired, one that waits too long is sent again with the same nonce and a higher fee.
 * In each other case its trades stay its own, so no trade is ever on its way twice by our own doing.
 */
export async function tendBatches(tools: RoundTools): Promise<void> {
  const { state, chain, prompts } = tools;
  const final = state.chain.final;
  const unmined = state.batches.open().filter((batch) => isLive(batch) || batch.stage === 'expired');
  if (unmined.length === 0 || !final) return;
  const usedUp = await chain.nonce(final.number);
  for (const batch of unmined) {
    // Facts that came while waiting for the node count.
    if (!isLive(batch) && batch.stage !== 'expired') continue;
    const batchId = batch.id;
    if (batch.nonce < usedUp) await prompts.commit({ kind: 'batch_lost', batchId });
    else if (batch.stage === 'expired') continue;
    else if (batch.validUntil < final.time) await prompts.commit({ kind: 'batch_expired', batchId });
    else await raiseFee(tools, batch);
  }
}

async function raiseFee(tools: RoundTools, batch: SettlingBatch): Promise<void> {
  const { chain, settler, prompts, clock, log, limits } = tools;
  const last = present(batch.transactions.at(-1), `transaction of batch ${batch.id}`);
  if (clock.now() - last.signedAt < limits.raiseFeeMs || (await chain.nonce()) > batch.nonce) return;
  const fee = raisedFee(last, await chain.feeData(), limits.maxFeePerGas);
  if (!fee) {
    log.error(
      { alarm: 'fee_limit', batchId: batch.id },
      'a batch waits, and its fee is at the limit already',
    );
    return;
  }
  // Mined while the node was asked: its trades may be final, and there is nothing to replace.
  if (!isLive(batch)) return;
  const signedAt = clock.now();
  const { nonce } = batch;
  const { gasLimit } = last;
  const signed = await settler.sign({ ...encodedCall(tools, batch), nonce, gasLimit, ...fee });
  const transaction = { ...signed, ...fee, gasLimit, signedAt };
  await prompts.commit({ kind: 'batch_replaced', batchId: batch.id, transaction });
}
