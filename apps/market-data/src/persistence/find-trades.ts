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
  if (limit === 0) return ok([]);
  if (market !== undefined) return ok(await ofMarket(database, market, request));
  const [last] = before === undefined ? [] : await database.find(tradesTable, { where: { id: before } });
  if (before !== undefined && last === undefined) return reject('INVALID_FIELD', `no trade has id ${before}`);
  const page = { where: {}, time: 'time', id: 'id', from, to, after: last, limit } as const;
  return ok(await findNewest(database, tradesTable, page));
}

/** Ids of a market grow with its times, so each end of the range is an id: every read follows an index from its place. */
async function ofMarket(
  database: Database,
  market: string,
  { from, to, before, limit }: TradesRequest,
): Promise<readonly TradeRow[]> {
  const oldest = from === undefined ? undefined : await edge(database, market, { gte: from }, 'asc');
  const newest = to === undefined ? undefined : await edge(database, market, { lte: to }, 'desc');
  if ((from !== undefined && !oldest) || (to !== undefined && !newest)) return [];
  const below = Math.min(before ?? Infinity, newest === undefined ? Infinity : newest.id + 1);
  const id = { ...(oldest && { gte: oldest.id }), ...(below < Infinity && { lt: below }) };
  const where = { market, ...(Object.keys(id).length > 0 && { id }) };
  return database.find(tradesTable, { where, order: [['id', 'desc']], limit });
}

async function edge(
  database: Database,
  market: string,
  time: { gte: number } | { lte: number },
  direction: 'asc' | 'desc',
): Promise<TradeRow | undefined> {
  const order = [
    ['time', direction],
    ['id', direction],
  ] as const;
  const [row] = await database.find(tradesTable, { where: { market, time }, order, limit: 1 });
  return row;
}
