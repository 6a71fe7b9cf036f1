import { hash, present, tradeId } from '@exchange/core/kernel';
import { alarm } from '@exchange/platform';
import { isLive, type SettlingBatch } from '../batches/batch';
import { signedNotice } from '../outbox/signed-notice';
import { withdrawalFailed } from '../outbox/settlement-news';
import { signal } from './round-signal';
import { handle, type SettlementTurn } from './settlement-turn';

/** A withdrawal that so many calls failed to carry is given up. */
const CALLS_MAX = 3;

/**
 * Its trades are on their way from now on, whatever happens to this process. Forgotten when one of them settled
 * while it was prepared: it was not given to the node yet.
 */
export const takePrepared = handle(signal('batch_prepared'), {
  decide({ state: { batches, trades, submissions }, notices }, { batch }) {
    if (!batch.tradeIds.every((id) => trades.get(id)?.stage === 'open')) return;
    if (!batch.withdrawals.every((id) => submissions.get(id)?.stage === 'open')) return;
    batches.prepared(batch);
    notices.push(...batch.transactions.map((transaction) => signedNotice(batch.id, transaction)));
    for (const id of batch.tradeIds) trades.sent(id, batch.id);
    for (const id of batch.withdrawals) submissions.sent(id, batch.id);
  },
});

/** Nothing when it was mined in the meantime. */
export const takeReplaced = handle(signal('batch_replaced'), {
  decide({ state: { batches }, notices }, { batchId, transaction }) {
    const batch = batches.get(batchId);
    if (!batch || !isLive(batch)) return;
    batches.replaced(batchId, transaction);
    notices.push(signedNotice(batchId, transaction));
  },
});

/** Told once for each transaction of a batch. */
export const takeSent = handle(signal('batch_sent'), {
  decide({ state: { batches, submissions }, news, at }, { batchId, taken }) {
    const batch = batches.get(batchId);
    if (!batch || !isLive(batch)) return;
    const isNews = batch.stage === 'prepared';
    batches.sent(batchId, at, taken);
    if (!isNews) return;
    const last = present(batch.transactions.at(-1), `transaction of batch ${batchId}`);
    const transaction = hash(last.hash);
    const { tradeIds, withdrawals } = batch;
    if (tradeIds.length > 0)
      news.push({ kind: 'sent', batchId, transaction, tradeIds: tradeIds.map(tradeId) });
    for (const id of withdrawals) {
      const { account, entryId } = present(submissions.get(id), `withdrawal ${id}`).submission;
      news.push({ kind: 'withdrawal_sent', entryId, account, transaction });
    }
  },
});

export const takeExpired = handle(signal('batch_expired'), {
  decide(turn, { batchId }) {
    const { state, lines } = turn;
    const batch = state.batches.get(batchId);
    if (!batch || !isLive(batch)) return;
    const fields = { batchId, nonce: batch.nonce };
    const message = 'a batch expired before it was mined; its trades are sent again';
    lines.push({ level: 'warn', fields, message });
    state.batches.expire(batchId);
    reopen(turn, batch);
  },
});

export const takeLost = handle(signal('batch_lost'), {
  decide(turn, { batchId }) {
    const { state, lines } = turn;
    const batch = state.batches.get(batchId);
    if (!batch || batch.stage === 'mined') return;
    const message = 'a batch was refused by the chain as a whole';
    lines.push(alarm('batch_lost', { batchId, nonce: batch.nonce }, message));
    state.batches.end(batchId, 'lost');
    reopen(turn, batch);
  },
});

/** What it carried can be sent again; a withdrawal that calls failed to carry too often is given up. */
function reopen({ state: { trades, submissions }, news }: SettlementTurn, batch: SettlingBatch): void {
  for (const { id, stage } of trades.ofBatch(batch)) if (stage === 'sent') trades.reopened(id);
  for (const id of batch.withdrawals) {
    const item = submissions.get(id);
    if (item?.stage !== 'sent' || item.batchId !== batch.id) continue;
    submissions.reopened(id);
    if (item.calls < CALLS_MAX) continue;
    submissions.close(id);
    news.push(withdrawalFailed(item.submission, 'NOT_MINED', false));
  }
}
