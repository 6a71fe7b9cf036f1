import { dataQueries } from '@exchange/contract/bus';
import { reject } from '@exchange/core/kernel';
import type { Database } from '@exchange/platform';
import { publicTrade } from '../markets/market-view';
import { findTrades } from '../persistence/find-trades';

const { tradesQuery } = dataQueries;

/** More than any client may ask for in one page. */
const LIMIT_MAX = 1_000;

/** Answers with a page of past trades, newest first. */
export async function answerTrades(database: Database, data: Uint8Array): Promise<Uint8Array> {
  const request = tradesQuery.decodeRequest(data);
  if (!request || request.limit > LIMIT_MAX) {
    const rule = `from, to, before and limit must be whole numbers, limit at most ${LIMIT_MAX}`;
    return tradesQuery.encodeReply(reject('INVALID_FIELD', rule));
  }
  const rows = await findTrades(database, request);
  if (!rows.ok) return tradesQuery.encodeReply(reject(rows.code, rows.message));
  return tradesQuery.encodeReply({ ok: true, value: { trades: rows.value.map(publicTrade) } });
}
