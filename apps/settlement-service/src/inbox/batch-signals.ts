import { hash, present, tradeId } from '@exchange/core/kernel';
import type { SettlementNews } from '@exchange/core/message';
import type { Log } from '@exchange/platform';
import { isLive, type SettlingBatch, type SignedTransaction } from '../batches/batch';
import { withdrawalFailed } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';

/** A withdrawal that so many calls have carried in vain is given up. */
const CALLS_MAX = 3;

/**
 * Its trades are on their way from now on, whatever happens to this process. Forgotten when one of them settled
 * while it was prepared: it was not given to the node yet.
 */
export function takePrepared({ batches, trades, submissions }: SettlementState, batch: SettlingBatch): void {
  if (!batch.tradeIds.every((id) => trades.get(id)?.stage === 'open')) return;
  if (!batch.withdrawals.every((id) => submissions.get(id)?.stage === 'open')) return;
  batches.prepared(batch);
  for (const id of batch.tradeIds) trades.sent(id, batch.id);
  for (const id of batch.withdrawals) submissions.sent(id, batch.id);
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
  { batches, submissions }: SettlementState,
  batchId: number,
  at: number,
): readonly SettlementNews[] {
  const batch = batches.get(batchId);
  if (!batch || !isLive(batch)) return [];
  const isNews = batch.stage === 'prepared';
  batches.sent(batchId, at);
  if (!isNews) return [];
  const { hash: transaction } = present(batch.transactions.at(-1), `transaction of batch ${batchId}`);
  const { tradeIds, withdrawals } = batch;
  const trades =
    tradeIds.length > 0
      ? [{ kind: 'sent' as const, batchId, transaction: hash(transaction), tradeIds: tradeIds.map(tradeId) }]
      : [];
  return [
    ...trades,
    ...withdrawals.map((id) => {
      const { account, entryId } = present(submissions.get(id), `withdrawal ${id}`).submission;
      return { kind: 'withdrawal_sent' as const, entryId, account, transaction: hash(transaction) };
    }),
  ];
}

export function takeExpired(state: SettlementState, batchId: number, log: Log): readonly SettlementNews[] {
  const batch = state.batches.get(batchId);
  if (!batch || !isLive(batch)) return [];
  log.warn({ batchId, nonce: batch.nonce }, 'a batch expired before it was mined; its trades are sent again');
  state.batches.expire(batchId);
  return reopen(state, batch);
}

export function takeLost(state: SettlementState, batchId: number, log: Log): readonly SettlementNews[] {
  const batch = state.batches.get(batchId);
  if (!batch || batch.stage === 'mined') return [];
  log.error(
    { alarm: 'batch_lost', batchId, nonce: batch.nonce },
    'a batch was refused by the chain as a whole',
  );
  state.batches.close(batchId);
  return reopen(state, batch);
}

/** What it carried can be sent again; a withdrawal that was carried in vain too often is given up. */
function reopen({ trades, submissions }: SettlementState, batch: SettlingBatch): readonly SettlementNews[] {
  for (const id of batch.tradeIds) {
    const trade = trades.get(id);
    if (trade?.stage === 'sent' && trade.batchId === batch.id) trades.reopened(id);
  }
  const news: SettlementNews[] = [];
  for (const id of batch.withdrawals) {
    const item = submissions.get(id);
    if (item?.stage !== 'sent' || item.batchId !== batch.id) continue;
    submissions.reopened(id);
    if (item.calls < CALLS_MAX) continue;
    submissions.close(id);
    news.push(withdrawalFailed(item.submission, 'NOT_MINED', false));
  }
  return news;
}
