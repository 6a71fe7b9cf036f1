import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { listingEffects } from '../../operator/listing-effects';
import { ordered } from '../../operator/ordered';

/** Opens or closes a market: open, post_only, cancel_only; open or post_only once the ledger doesn't stop it. */
export const setMarketStatus = ordered(operatorCommands.setMarketStatus, {
  plan({ listing }, { market, status }) {
    const edited = listing.copy();
    const changed = edited.setStatus(market, status);
    return changed.ok
      ? ok({ effects: listingEffects(listing, edited), change: { edited, market } })
      : changed;
  },

  apply({ book, output }, { edited, market }) {
    book.takeListing(edited);
    output.control(market, { kind: 'status', status: edited.statusOf(market) });
    output.listing();
  },
});
