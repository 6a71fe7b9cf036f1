import { marketReport } from '@exchange/contract/bus';
import { BAR_PRECISION_NAMES, DAY_MS } from '@exchange/core/market-data';
import { tradeIdsOfMarket } from '@exchange/core/kernel';
import { listing } from '@exchange/core/message';
import type { Clock, Database } from '@exchange/platform';
import { SNAPSHOT_TRADES, type MarketView } from '../markets/market-view';
import type { MarketViews } from '../markets/markets';
import {
  barsTable,
  levelsTable,
  listingTable,
  reversedTradesTable,
  tradesTable,
  type TradeRow,
} from './tables';

const PAGE_ROWS = 10_000;
const SUBJECT_PREFIX = marketReport.subject('x').slice(0, -1);

const NEWEST_FIRST = [
  ['time', 'desc'],
  ['id', 'desc'],
] as const;

/** Rebuilds the public view of every market from the tables. */
export async function loadMarkets(database: Database, clock: Clock, markets: MarketViews): Promise<void> {
  const [row] = await database.find(listingTable);
  if (row) markets.list(listing.read(row.listing));
  for (const { id } of await database.find(reversedTradesTable)) markets.reversed.add(id);
  for (const { subject, seq } of await database.positions()) {
    if (!subject.startsWith(SUBJECT_PREFIX)) continue;
    const view = markets.view(subject.slice(SUBJECT_PREFIX.length));
    view.seq = seq;
    await loadMarket(database, clock.now() - DAY_MS, view);
  }
}

/** `since`: Unix ms; older trades no longer count, but the last of them says what the rate was. */
async function loadMarket(database: Database, since: number, view: MarketView): Promise<void> {
  const { market } = view;
  view.restoreLevels(await database.find(levelsTable, { where: { market } }));
  const newest = await database.find(tradesTable, {
    ...{ where: { market }, order: NEWEST_FIRST, limit: SNAPSHOT_TRADES },
  });
  const [reference] = await database.find(tradesTable, {
    ...{ where: { market, time: { lte: since } }, order: NEWEST_FIRST, limit: 1 },
  });
  const within = await tradesAfter(database, market, reference?.id ?? -1, newest);
  view.restoreTrades(reference ? [reference, ...within] : within, newest);
  for (const precision of BAR_PRECISION_NAMES) {
    const order = [['time', 'desc']] as const;
    view.restoreBars(await database.find(barsTable, { where: { market, precision }, order, limit: 1 }));
  }
}

/**
 * Those of the market of `any` after the trade with this id, oldest first, read in pages. Without the market's bounds the
 * index of ids would be searched through the trades of others.
 */
async function tradesAfter(
  database: Database,
  market: string,
  id: number,
  [any]: readonly TradeRow[],
): Promise<readonly TradeRow[]> {
  const rows: TradeRow[] = [];
  if (any === undefined) return rows;
  const [first, last] = tradeIdsOfMarket(any.id);
  for (;;) {
    const after = rows.at(-1)?.id ?? Math.max(id, first - 1);
    const page = await database.find(tradesTable, {
      where: { market, id: { gt: after, lte: last } },
      order: [['id', 'asc']],
      limit: PAGE_ROWS,
    });
    for (const row of page) rows.push(row);
    if (page.length < PAGE_ROWS) return rows;
  }
}
