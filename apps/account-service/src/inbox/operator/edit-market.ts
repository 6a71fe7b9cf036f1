import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import { listingEffects } from '../../operator/listing-effects';
import { ordered } from '../../operator/ordered';

/** Changes what may change of a market: its minimums. */
export const editMarket = ordered(operatorCommands.editMarket, {
  plan({ listing }, edit) {
    const edited = listing.copy();
    const markets = edited.editMarket(edit);
    if (!markets.ok) return markets;
    return ok({ effects: listingEffects(listing, edited), change: { edited, markets: markets.value } });
  },

  apply: (turn, { edited, markets }) => tellListingEdit(turn, edited, markets),
});
