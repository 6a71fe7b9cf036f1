import { publicTradeId } from '@exchange/core/kernel';
import type { BlockNews, ChainFactOf } from '@exchange/core/message';
import { minedTradeTable } from '../persistence/tables/settlement-tables';
import type { RowCollector } from './row-collector';

/**
 * Keeps in which block each trade settled, for getTrace; what an undone block said is forgotten, and so is what the
 * contract settled under a trade's id that was not that trade. To be called before the block is applied.
 * @param settles whether a fact is that of an open trade as the ledger has it
 */
export function storeMinedTrades(
  rows: RowCollector,
  block: BlockNews,
  settles: (fact: ChainFactOf<'trade_settled'>) => boolean,
): void {
  const batches = new Map(
    block.facts.flatMap((fact) =>
      fact.kind === 'batch_settled' ? [[fact.transaction, fact.batchId] as const] : [],
    ),
  );
  for (const fact of block.facts) {
    if (fact.kind !== 'trade_settled' || !settles(fact)) continue;
    const { transaction } = fact;
    const tradeId = publicTradeId(fact.tradeId);
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
