import { dataQueries } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { publicTrade } from '../markets/market-view';
import { findTrades } from '../persistence/find-trades';
import { handle } from './market-data-turn';

/** More than any client may ask for in one page. */
const LIMIT_MAX = 1_000;

const INVALID = reject(
  'INVALID_FIELD',
  `from, to, before and limit must be whole numbers, limit at most ${LIMIT_MAX}`,
);

/** Answers with a page of past trades, newest first. */
export const answerTrades = handle(dataQueries.tradesQuery, {
  malformed: INVALID,

  async prepare({ request }, { records }) {
    return request.limit > LIMIT_MAX ? INVALID : findTrades(records, request);
  },

  decide({ markets }, _input, rows) {
    if (!rows.ok) return rows;
    return ok(() => ({ trades: rows.value.map((row) => publicTrade(row, markets.reversed)) }));
  },
});
