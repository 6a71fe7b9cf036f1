import { settlementQueries } from '@exchange/contract/bus';
import { hash, ok, reject, tradeId } from '@exchange/core/kernel';
import { batchesTable, transactionsTable } from '../persistence/tables';
import { handle } from './settlement-turn';

/** Answers with a batch as it is stored, closed ones too. */
export const answerBatch = handle(settlementQueries.batchQuery, {
  async prepare({ request: { batchId } }, { records }) {
    const [batch] = await records.find(batchesTable, { where: { id: batchId } });
    return { batch, transactions: await records.find(transactionsTable, { where: { batchId } }) };
  },

  decide(_turn, { request: { batchId } }, { batch, transactions }) {
    if (batch === undefined) return reject('UNKNOWN_ENTRY', `there is no batch ${batchId}`);
    const { stage, settler, nonce, validUntil, tradeIds, withdrawals } = batch;
    return ok(() => ({
      ...{ batchId, stage, settler, nonce, validUntil, withdrawals, trades: tradeIds.map(tradeId) },
      transactions: transactions
        .toSorted((a, b) => a.signedAt - b.signedAt)
        .map(({ hash: of, maxFeePerGas, maxPriorityFeePerGas, gasLimit, signedAt, takenAt }) => ({
          ...{ hash: hash(of), maxFeePerGas, maxPriorityFeePerGas, gasLimit, signedAt, takenAt },
        })),
    }));
  },
});
