import { settlementNews } from '@exchange/contract/bus';
import { handle } from './market-data-turn';

/** Trades that could not settle stay in the record, marked; one may be named before the report that tells of it. */
export const takeSettlementNews = handle(settlementNews, {
  decide({ markets, changes }, { message: { news } }) {
    for (const item of news) {
      if (item.kind !== 'reversed') continue;
      for (const { tradeId } of item.trades) {
        markets.reversed.add(tradeId);
        changes.reversed(tradeId);
      }
    }
  },
});
