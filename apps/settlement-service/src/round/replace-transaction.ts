import { isSignerAway } from '@exchange/edge/keys';
import { present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch, type SignedTransaction } from '../batches/batch';
import type { FeeData } from '../chain/settlement-chain';
import type { RoundTools } from './round-tools';

export const lastTransaction = ({ id, transactions }: SettlingBatch): SignedTransaction =>
  present(transactions.at(-1), `transaction of batch ${id}`);

/**
 * Signs the batch again with the same nonce and another fee, and stores it, to be sent by the next look. The call is the
 * same whatever became of its trades meanwhile: another one may have settled some of them. While its signer gives nothing
 * the batch stays as it is, and holds up nobody else: who sends is only looked at further on in the round.
 */
export async function replaceTransaction(
  tools: RoundTools,
  batch: SettlingBatch,
  fee: FeeData,
): Promise<void> {
  const { settlers, prompts, clock } = tools;
  const { settler, nonce } = batch;
  const key = settlers.keyOf(settler);
  // Mined while the node was asked: there is nothing to replace.
  if (!key || !isLive(batch) || settlers.isMute(settler)) return;
  const signedAt = clock.now();
  const { gasLimit, raw } = lastTransaction(batch);
  const wanted = { ...key.callOf(raw), nonce, gasLimit, ...fee };
  const signed = await settlers.sign(settler, wanted).catch((error: unknown) => {
    if (!isSignerAway(error)) throw error;
  });
  if (!signed) return;
  const transaction = { ...signed, ...fee, gasLimit, signedAt, takenAt: undefined };
  await prompts.commit({ kind: 'batch_replaced', batchId: batch.id, transaction });
}
