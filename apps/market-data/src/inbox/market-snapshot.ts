import { dataQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import type { MarketViews } from '../markets/markets';

const { marketSnapshotQuery } = dataQueries;

/** Answers with the book, the newest trades, the ticker and the running bars of a market, all after one report. `at`: Unix ms. */
export function answerSnapshot(markets: MarketViews, data: Uint8Array, at: number): Uint8Array {
  const request = marketSnapshotQuery.decodeRequest(data);
  if (!request) return marketSnapshotQuery.encodeReply(reject('INVALID_FIELD', 'market must be a string'));
  const view = markets.get(request.market);
  const ticker = view?.ticker(at);
  if (!view || !ticker) {
    return marketSnapshotQuery.encodeReply(reject('UNKNOWN_MARKET', `${request.market} is not listed`));
  }
  const { market, seq } = view;
  return marketSnapshotQuery.encodeReply({
    ok: true,
    value: { market, seq, levels: view.levels(), trades: view.trades(), ticker, bars: view.bars() },
  });
}
