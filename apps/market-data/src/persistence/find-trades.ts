import type { dataQueries, RequestOf } from '@exchange/contract/bus';
import type { Database, Find } from '@exchange/platform';
import { tradesTable, type TradeRow } from './tables';

type TradesRequest = RequestOf<typeof dataQueries.tradesQuery>;

const NEWEST_FIRST = [
  ['time', 'desc'],
  ['id', 'desc'],
] as const;

/**
 * A page of trades, newest first: by id within a market, whose ids grow with time; by time, then id, over all
 * markets. The page goes on after `before` (docs/interface, values). An unknown `before` over all markets gives
 * nothing, since nothing says where it stands.
 */
export async function findTrades(database: Database, request: TradesRequest): Promise<readonly TradeRow[]> {
  const { market, from, to, before, limit } = request;
  const time = { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) };
  const within = from === undefined && to === undefined ? {} : { time };
  if (limit === 0) return [];
  if (market !== undefined) {
    const id = before === undefined ? {} : { id: { lt: before } };
    return database.find(tradesTable, {
      where: { market, ...within, ...id },
      order: [['id', 'desc']],
      limit,
    });
  }
  if (before === undefined) {
    return database.find(tradesTable, { where: within, order: NEWEST_FIRST, limit });
  }
  const [last] = await database.find(tradesTable, { where: { id: before } });
  return last ? findAfter(database, last, { from, to, limit }) : [];
}

/** What follows `last` in the order of time, then id: first the rest of its millisecond, then earlier ones. */
async function findAfter(
  database: Database,
  last: TradeRow,
  { from, to, limit }: Pick<TradesRequest, 'from' | 'to' | 'limit'>,
): Promise<readonly TradeRow[]> {
  const find = (where: Find<TradeRow>['where'], most: number) =>
    database.find(tradesTable, { where, order: NEWEST_FIRST, limit: most });
  const inRange = (from === undefined || last.time >= from) && (to === undefined || last.time <= to);
  const sameTime = inRange ? await find({ time: last.time, id: { lt: last.id } }, limit) : [];
  if (sameTime.length === limit) return sameTime;
  const upTo = Math.min(last.time - 1, to ?? last.time);
  const time = { lte: upTo, ...(from !== undefined && { gte: from }) };
  return [...sameTime, ...(await find({ time }, limit - sameTime.length))];
}
