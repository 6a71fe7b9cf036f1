import { present } from '@exchange/core/kernel';
import type { SettlementNews } from '@exchange/contract/bus';
import type { Log } from '@exchange/platform';
import { isLive, type SettlingBatch, type SignedTransaction } from '../batches/batch';
import type { SettlementState } from '../settlement-state';

/**
 * Its trades are on their way from now on, whatever happens to this process. Forgotten when one of them settled
 * while it was prepared: it was not given to the node yet.
 */
export function takePrepared({ batches, trades }: SettlementState, batch: SettlingBatch): void {
  if (!batch.tradeIds.every((id) => trades.get(id)?.stage === 'open')) return;
  batches.prepared(batch);
  for (const id of batch.tradeIds) trades.sent(id, batch.id);
}

/** Nothing when it was mined in the meantime. */
export function takeReplaced(
  { batches }: SettlementState,
  batchId: number,
  transaction: SignedTransaction,
): void {
  const batch = batches.get(batchId);
  if (batch && isLive(batch)) batches.replaced(batchId, transaction);
}

/** Told once for each transaction of a batch. */
export function takeSent(
  { batches }: SettlementState,
  batchId: number,
  at: number,
): readonly SettlementNews[] {
  const batch = batches.get(batchId);
  if (!batch || !isLive(batch)) return [];
  const isNews = batch.stage === 'prepared' && batch.tradeIds.length > 0;
  batches.sent(batchId, at);
  const { hash } = present(batch.transactions.at(-1), `transaction of batch ${batchId}`);
  return isNews ? [{ kind: 'sent', batchId, transaction: hash, tradeIds: [...batch.tradeIds] }] : [];
}

export function takeExpired(state: SettlementState, batchId: number, log: Log): void {
  const batch = state.batches.get(batchId);
  if (!batch || !isLive(batch)) return;
  log.warn({ batchId, nonce: batch.nonce }, 'a batch expired before it was mined; its trades are sent again');
  state.batches.expire(batchId);
  reopenTrades(state, batch);
}

export function takeLost(state: SettlementState, batchId: number, log: Log): void {
  const batch = state.batches.get(batchId);
  if (!batch || batch.stage === 'mined') return;
  log.error(
    { alarm: 'batch_lost', batchId, nonce: batch.nonce },
    'a batch was refused by the chain as a whole',
  );
  state.batches.close(batchId);
  reopenTrades(state, batch);
}

function reopenTrades({ trades }: SettlementState, batch: SettlingBatch): void {
  for (const id of batch.tradeIds) {
    const trade = trades.get(id);
    if (trade?.stage === 'sent' && trade.batchId === batch.id) trades.reopened(id);
  }
}
