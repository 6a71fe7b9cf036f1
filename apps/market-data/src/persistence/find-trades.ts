import type { dataQueries, RequestOf } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { findNewest, type Records } from '@exchange/platform';
import { tradesTable, type TradeRow } from './tables';

const TIME = { time: 'time', id: 'id' } as const;

/**
 * A page of trades by time, then id, newest first. The page goes on after the trade with the id `before`
 * (docs/interface, values): INVALID_FIELD when there is none, or none in the market that is asked for.
 */
export async function findTrades(
  records: Records,
  { market, from, to, before, limit }: RequestOf<typeof dataQueries.tradesQuery>,
): Promise<Result<readonly TradeRow[]>> {
  const where = market === undefined ? {} : { market };
  if (before === undefined)
    return ok(await findNewest(records, tradesTable, { where, ...TIME, from, to, limit }));
  const [after] = await records.find(tradesTable, { where: { id: before } });
  if (after === undefined || (market !== undefined && after.market !== market)) {
    return reject('INVALID_FIELD', `no trade${market === undefined ? '' : ` in ${market}`} has id ${before}`);
  }
  return ok(await findNewest(records, tradesTable, { where, ...TIME, from, to, after, limit }));
}
