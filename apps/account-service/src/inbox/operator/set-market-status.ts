import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import type { Effect } from '@exchange/core/message';
import { listingEffects } from '../../operator/listing-effects';
import { openOrders, orderEffects } from '../../operator/open-orders';
import { ordered } from '../../operator/ordered';

/** Opens, closes or delists a market, as far as the table of transitions allows; a stop of the ledger's own stays in force. */
export const setMarketStatus = ordered(operatorCommands.setMarketStatus, {
  prepare: ({ market }, { records }) => openOrders(records, market),

  plan({ listing }, { market, status }, orders) {
    const edited = listing.copy();
    const changed = edited.setStatus(market, status);
    if (!changed.ok) return changed;
    const isDelisted = status === 'delisted';
    const stop = isDelisted ? undefined : edited.stopOf(market);
    const kept: Effect[] =
      stop === undefined ? [] : [{ what: 'kept cancel_only by', of: market, after: stop }];
    const touched = orderEffects(isDelisted ? 'orders canceled' : 'open orders', market, orders);
    const effects = [...listingEffects(listing, edited), ...kept, ...touched];
    return ok({ effects, change: { edited, market } });
  },

  apply({ book, output }, { edited, market }) {
    book.takeListing(edited);
    output.control(market, { kind: 'status', status: edited.statusOf(market) });
    output.listing();
  },
});
