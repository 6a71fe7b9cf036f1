import type { dataQueries, RequestOf } from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import { type Database, findNewest } from '@exchange/platform';
import { tradesTable, type TradeRow } from './tables';

type TradesRequest = RequestOf<typeof dataQueries.tradesQuery>;

/**
 * A page of trades, newest first: by id within a market, whose ids grow with time; by time, then id, over all
 * markets. The page goes on after `before` (docs/interface, values). Over all markets `before` must be the id of a
 * trade, since nothing else says where the page goes on; within a market any number says it.
 */
export async function findTrades(
  database: Database,
  request: TradesRequest,
): Promise<Result<readonly TradeRow[]>> {
  const { market, from, to, before, limit } = request;
  if (market !== undefined) {
    const time = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) };
    const within = from === undefined && to === undefined ? {} : { time };
    const id = before === undefined ? {} : { id: { lt: before } };
    const where = { market, ...within, ...id };
    if (limit === 0) return ok([]);
    return ok(await database.find(tradesTable, { where, order: [['id', 'desc']], limit }));
  }
  const [last] = before === undefined ? [] : await database.find(tradesTable, { where: { id: before } });
  if (before !== undefined && last === undefined) return reject('INVALID_FIELD', `no trade has id ${before}`);
  const page = { where: {}, time: 'time', id: 'id', from, to, after: last, limit } as const;
  return ok(await findNewest(database, tradesTable, page));
}
