import { marketReport } from '@exchange/contract/bus';
import { DAY_MS } from '@exchange/core/market-data';
import type { Clock, Database } from '@exchange/platform';
import { SNAPSHOT_TRADES, type MarketView } from '../markets/market-view';
import type { Markets } from '../markets/markets';
import { levelsTable, listingTable, tradesTable, type TradeRow } from './tables';

const PAGE_ROWS = 10_000;
const SUBJECT_PREFIX = marketReport.subject('x').slice(0, -1);

/** Rebuilds the public view of every market from the tables. */
export async function loadMarkets(database: Database, clock: Clock, markets: Markets): Promise<void> {
  const [row] = await database.find(listingTable);
  if (row) markets.list(row.listing);
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
  const newestFirst = [['id', 'desc']] as const;
  const reference = await database.find(tradesTable, {
    where: { market, time: { lte: since } },
    order: newestFirst,
    limit: 1,
  });
  const newest = await database.find(tradesTable, {
    where: { market },
    order: newestFirst,
    limit: SNAPSHOT_TRADES,
  });
  view.restoreTrades([...reference, ...(await tradesSince(database, market, since))], newest);
}

/** Oldest first, read in pages. */
async function tradesSince(database: Database, market: string, since: number): Promise<readonly TradeRow[]> {
  const rows: TradeRow[] = [];
  for (;;) {
    const after = rows.at(-1)?.id ?? -1;
    const page = await database.find(tradesTable, {
      where: { market, time: { gt: since }, id: { gt: after } },
      order: [['id', 'asc']],
      limit: PAGE_ROWS,
    });
    for (const row of page) rows.push(row);
    if (page.length < PAGE_ROWS) return rows;
  }
}
