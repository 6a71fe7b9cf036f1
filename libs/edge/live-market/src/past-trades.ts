import { dataQueries } from '@exchange/contract/bus';
import type { Result } from '@exchange/core/kernel';
import type { PublicTradeView } from '@exchange/core/message';
import type { Page } from '@exchange/core/wire';
import type { OwnerQueries } from './owner-queries';

/** A page of past trades, newest first. UNAVAILABLE or UNKNOWN_OUTCOME when no answer comes in time. */
export async function pastTrades(
  owners: OwnerQueries,
  page: Page,
): Promise<Result<readonly PublicTradeView[]>> {
  const { market, fromMs, toMs, before, limit } = page;
  const reply = await owners.ask(dataQueries.tradesQuery, {
    ...(market === undefined ? {} : { market }),
    ...(fromMs === undefined ? {} : { from: fromMs }),
    ...(toMs === undefined ? {} : { to: toMs }),
    ...(before === undefined ? {} : { before }),
    limit,
  });
  return reply.ok ? { ok: true, value: reply.value.trades } : reply;
}
