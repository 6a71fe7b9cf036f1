import { present } from '@exchange/core/kernel';
import { isLive } from '../batches/batch';
import type { RoundTools } from './round-tools';

/** Gives the node every signed batch that it doesn't have yet, and again those that it may have dropped. */
export async function sendBatches({ state, chain, prompts, clock, log, limits }: RoundTools): Promise<void> {
  for (const batch of state.batches.open()) {
    const due = batch.stage === 'prepared' || clock.now() - batch.sentAt >= limits.resendMs;
    if (!isLive(batch) || !due) continue;
    const transaction = present(batch.transactions.at(-1), `transaction of batch ${batch.id}`);
    await chain.send(transaction.raw);
    await prompts.commit({ kind: 'batch_sent', batchId: batch.id });
    log.info({ batchId: batch.id, nonce: batch.nonce, transaction: transaction.hash }, 'batch sent');
  }
}
