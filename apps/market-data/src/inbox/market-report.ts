import { marketReport } from '@exchange/contract/bus';
import { assert } from '@exchange/core/kernel';
import type { MarketEvent } from '@exchange/core/message';
import type { MarketView } from '../markets/market-view';
import type { RowChanges } from '../persistence/row-changes';
import { handle } from './market-data-turn';

/** The report of one turn of a market: its trades and the new totals of its levels. */
export const takeReport = handle(marketReport, {
  decide({ markets, changes, moved }, { message: { seq, market, steps } }) {
    const view = markets.view(market);
    assert(seq === view.seq + 1, `report ${seq} of ${market} after ${view.seq}`);
    view.seq = seq;
    for (const { events } of steps) for (const event of events) takeEvent(view, changes, event);
    moved.add(view);
  },
});

function takeEvent(view: MarketView, changes: RowChanges, event: MarketEvent): void {
  switch (event.kind) {
    case 'trade':
      changes.trade(view.addTrade(event));
      return;
    case 'level':
      changes.level(view.market, view.setLevel(event));
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
