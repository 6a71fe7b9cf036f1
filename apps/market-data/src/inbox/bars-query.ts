import { dataQueries } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { barView, storedBar } from '../markets/bars';
import { findBars, type FoundBars } from '../persistence/find-bars';
import { handle } from './market-data-turn';

/** What one answer holds at most (docs/interface, getBarData). */
const LIMIT_MAX = 2_000;

const INVALID = reject(
  'INVALID_FIELD',
  `from and to must be times in ms, limit a whole number from 1 to ${LIMIT_MAX}`,
);

/** Answers with the bars of a market and precision, newest first. */
export const answerBars = handle(dataQueries.barsQuery, {
  malformed: INVALID,

  async prepare({ request }, { records, hasDemoBars }): Promise<Result<FoundBars>> {
    if (request.limit < 1 || request.limit > LIMIT_MAX) return INVALID;
    return ok(await findBars(records, request, hasDemoBars));
  },

  decide({ markets }, { request }, found) {
    if (!found.ok) return found;
    const decimals = markets.get(request.market)?.decimals;
    if (decimals === undefined) return reject('UNKNOWN_MARKET', `${request.market} is not listed`);
    const { rows, last } = found.value;
    const bars = rows.map((row) => barView(storedBar(row).bar, decimals));
    return ok(() => ({ bars, last }));
  },
});
