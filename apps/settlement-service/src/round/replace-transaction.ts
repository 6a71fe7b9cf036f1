import { present } from '@exchange/core/kernel';
import { isLive, type SettlingBatch, type SignedTransaction } from '../batches/batch';
import type { FeeData } from '../chain/settlement-chain';
import type { RoundTools } from './round-tools';

export const lastTransaction = ({ id, transactions }: SettlingBatch): SignedTransaction =>
  present(transactions.at(-1), `transaction of batch ${id}`);

/**
 * Signs the batch again with the same nonce and another fee, and stores it, to be sent by the next look. The call is the
 * same whatever became of its trades meanwhile: another one may have settled some of them.
 */
export async function replaceTransaction(
  tools: RoundTools,
  batch: SettlingBatch,
  fee: FeeData,
): Promise<void> {
  const { settler, prompts, clock } = tools;
  // Mined while the node was asked: there is nothing to replace.
  if (!isLive(batch)) return;
  const signedAt = clock.now();
  const { nonce } = batch;
  const { gasLimit, raw } = lastTransaction(batch);
  const signed = await settler.sign({ ...settler.callOf(raw), nonce, gasLimit, ...fee });
  const transaction = { ...signed, ...fee, gasLimit, signedAt, takenAt: undefined };
  await prompts.commit({ kind: 'batch_replaced', batchId: batch.id, transaction });
}
