import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { listingEffects } from '../../operator/listing-effects';
import { ordered } from '../../operator/ordered';

/** Lists a token. The same again is accepted and changes nothing. */
export const listToken = ordered(operatorCommands.listToken, {
  plan({ listing }, token) {
    const change = listing.copy();
    const listed = change.listToken(token);
    return listed.ok ? ok({ effects: listingEffects(listing, change), change }) : listed;
  },

  apply({ book, output }, change) {
    book.takeListing(change);
    output.listing();
  },
});
