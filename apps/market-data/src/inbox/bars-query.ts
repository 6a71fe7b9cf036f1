import { dataQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import type { Database } from '@exchange/platform';
import { barView, storedBar } from '../markets/bars';
import type { MarketViews } from '../markets/markets';
import { findBars } from '../persistence/find-bars';

const { barsQuery } = dataQueries;

/** What one answer holds at most (docs/interface, getBarData). */
const LIMIT_MAX = 2_000;

/** Answers with the bars of a market and precision, newest first. */
export async function answerBars(
  database: Database,
  markets: MarketViews,
  data: Uint8Array,
): Promise<Uint8Array> {
  const request = barsQuery.decodeRequest(data);
  if (!request || request.limit < 1 || request.limit > LIMIT_MAX) {
    const rule = `from and to must be times in ms, limit a whole number from 1 to ${LIMIT_MAX}`;
    return barsQuery.encodeReply(reject('INVALID_FIELD', rule));
  }
  const decimals = markets.get(request.market)?.decimals;
  if (decimals === undefined) {
    return barsQuery.encodeReply(reject('UNKNOWN_MARKET', `${request.market} is not listed`));
  }
  const { rows, last } = await findBars(database, request);
  const bars = rows.map((row) => barView(storedBar(row).bar, decimals));
  return barsQuery.encodeReply({ ok: true, value: { bars, last } });
}
