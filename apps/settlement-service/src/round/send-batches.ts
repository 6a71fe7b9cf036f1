import { inLinkedSpan } from '@exchange/platform';
import type { Address } from '@exchange/core/kernel';
import { isLive, type SettlingBatch } from '../batches/batch';
import type { NodeAnswer } from '../chain/node-answer';
import { lastTransaction, replaceTransaction } from './replace-transaction';
import type { RoundTools } from './round-tools';
import { settlerFee } from './settler-turn';

/** Whether the node doesn't have it yet as far as we know, or may have dropped it. */
export const isDue = ({ clock, limits }: RoundTools, { stage, sentAt }: SettlingBatch): boolean =>
  // eslint-disable-next-line no-restricted-syntax -- stored, perhaps by an earlier process
  stage === 'prepared' || clock.now() - sentAt >= limits.resendMs;

/** Settlers of whose transactions the node refused one; `unfunded`: because they can't pay. */
interface Refused {
  readonly settlers: ReadonlySet<Address>;
  readonly unfunded: ReadonlySet<Address>;
}

/**
 * Gives the node every signed batch that it doesn't have yet, and again those that it may have dropped. Only what it
 * took counts as sent. Of a settler whose batch is refused no more are worth signing. What the contract would refuse, because
 * its settler hasn't the role any more, would only cost money: it waits until its time is over.
 */
export async function sendBatches(tools: RoundTools): Promise<Refused> {
  const settlers = new Set<Address>();
  const unfunded = new Set<Address>();
  for (const batch of tools.state.batches.inOrder()) {
    const { settler } = batch;
    if (!isLive(batch) || !isDue(tools, batch) || isOver(tools, batch)) continue;
    if (tools.settlers.rests(settler)) unfunded.add(settler);
    // Those after one that wasn't paid for need its nonce, and more money still.
    if (unfunded.has(settler) || tools.settlers.isDropped(settler)) continue;
    const refused = await inBatchSpan(tools, batch, () => send(tools, batch));
    if (refused === undefined) continue;
    settlers.add(settler);
    if (refused.kind !== 'unfunded') continue;
    unfunded.add(settler);
    tools.settlers.unfunded(settler);
  }
  return { settlers, unfunded };
}

/** Gives the node a batch. What the node said if it doesn't have it now. */
async function send(tools: RoundTools, batch: SettlingBatch): Promise<NodeAnswer | undefined> {
  const { id: batchId, settler, nonce } = batch;
  const { hash: transaction, raw } = lastTransaction(batch);
  const answer = await tools.whileWriter(() => tools.chain.send(raw));
  tools.metrics.answered(answer.kind);
  const about = { batchId, settler, nonce, transaction, answer: answer.kind };
  if (await heed(tools, batch, answer)) {
    tools.log.info(about, 'batch sent');
    return undefined;
  }
  tools.log.warn({ ...about, reason: answer.reason }, 'the node refused a batch');
  return answer;
}

/** In the trace of the batch. */
function inBatchSpan<T>({ state }: RoundTools, batch: SettlingBatch, work: () => Promise<T>): Promise<T> {
  const about = { 'batch.id': batch.id, 'transaction.hash': lastTransaction(batch).hash };
  return inLinkedSpan('transaction', state.traces.batches.of([batch.id]), about, work);
}

/** The contract would refuse it for its age, which would only cost money: it waits until that is final. */
export const isOver = ({ state }: RoundTools, { validUntil }: SettlingBatch): boolean =>
  validUntil < (state.chain.seen?.time ?? 0);

/** Whether the batch is with the node. One that is too cheap for it is signed again with a higher fee. */
async function heed(tools: RoundTools, batch: SettlingBatch, { kind }: NodeAnswer): Promise<boolean> {
  const last = lastTransaction(batch);
  switch (kind) {
    case 'accepted':
    case 'known':
      await tools.prompts.commit({ kind: 'batch_sent', batchId: batch.id, taken: true });
      return true;
    case 'nonce_used':
      await tools.prompts.commit({ kind: 'batch_sent', batchId: batch.id, taken: false });
      return true;
    case 'outbid':
    case 'too_cheap': {
      const fee = await settlerFee(tools, batch, kind === 'outbid' ? last : undefined);
      if (fee && fee.maxFeePerGas > last.maxFeePerGas) await replaceTransaction(tools, batch, fee);
      return false;
    }
    case 'unfunded':
    case 'refused':
      return false;
  }
}
