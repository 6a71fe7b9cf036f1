import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import { listingEffects } from '../../operator/listing-effects';
import { ordered } from '../../operator/ordered';

/** Changes what may change of a token: its texts, links and minimums. */
export const editToken = ordered(operatorCommands.editToken, {
  plan({ listing }, edit) {
    const edited = listing.copy();
    const markets = edited.editToken(edit);
    if (!markets.ok) return markets;
    return ok({ effects: listingEffects(listing, edited), change: { edited, markets: markets.value } });
  },

  apply: (turn, { edited, markets }) => tellListingEdit(turn, edited, markets),
});
