import type { BlockNews } from '@exchange/core/message';
import { minedTradeTable } from '../persistence/tables/settlement-tables';
import type { RowCollector } from './row-collector';

/** Keeps in which block each trade settled, for getTrace; what an undone block said is forgotten. */
export function storeMinedTrades(rows: RowCollector, block: BlockNews): void {
  const batches = new Map(
    block.facts.flatMap((fact) =>
      fact.kind === 'batch_settled' ? [[fact.transaction, fact.batchId] as const] : [],
    ),
  );
  for (const fact of block.facts) {
    if (fact.kind !== 'trade_settled') continue;
    const { tradeId, transaction } = fact;
    if (block.kind === 'undone') {
      rows.drop(minedTradeTable, String(tradeId), { tradeId });
      continue;
    }
    rows.put(minedTradeTable, String(tradeId), {
      ...{ tradeId, transaction, batchId: batches.get(transaction) ?? null },
      ...{ blockNumber: block.number, blockHash: block.hash, final: block.kind === 'final' },
    });
  }
}
