import { dataQueries } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { handle } from './market-data-turn';

/** Answers with the book, the newest trades, the ticker and the running bars of a market, all after one report. */
export const answerSnapshot = handle(dataQueries.marketSnapshotQuery, {
  malformed: reject('INVALID_FIELD', 'market must be a string'),

  decide({ markets, at }, { request }) {
    const view = markets.get(request.market);
    const ticker = view?.ticker(at);
    if (!view || !ticker) return reject('UNKNOWN_MARKET', `${request.market} is not listed`);
    const { market, seq } = view;
    const snapshot = {
      ...{ market, seq, levels: view.levels(), trades: view.trades(), ticker, bars: view.bars() },
    };
    return ok(() => snapshot);
  },
});
