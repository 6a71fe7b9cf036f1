import { marketReport } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { MarketEvent } from '@exchange/core/message';
import type { MarketViews } from '../markets/markets';
import type { RowChanges } from '../persistence/row-changes';

/** The report of one turn of a market: its trades and the new totals of its levels. Returns the market. */
export function takeReport(markets: MarketViews, changes: RowChanges, data: Uint8Array): string {
  const { seq, market, steps } = marketReport.decode(data);
  const view = markets.view(market);
  assert(seq === view.seq + 1, `report ${seq} of ${market} after ${view.seq}`);
  view.seq = seq;
  for (const { events } of steps) for (const event of events) takeEvent(event);
  return market;

  function takeEvent(event: MarketEvent): void {
    switch (event.kind) {
      case 'trade':
        changes.trade(view.addTrade(event));
        return;
      case 'level':
        changes.level(market, view.setLevel(event));
        return;
      // Orders are their owners' business; the status is told by the listing.
      case 'waiting':
      case 'triggered':
      case 'edited':
      case 'edit_refused':
      case 'rested':
      case 'done':
      case 'not_open':
      case 'status':
        return;
    }
  }
}
