import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tendStops } from '../../listing/tend-stops';
import { listingEffects } from '../../operator/listing-effects';
import { ordered } from '../../operator/ordered';

/** Lists a market of two listed tokens and opens it, or begins with another status. The same again is accepted and changes nothing. */
export const listMarket = ordered(operatorCommands.listMarket, {
  plan({ listing }, { status, ...terms }) {
    const edited = listing.copy();
    const listed = edited.listMarket(terms, status);
    if (!listed.ok) return listed;
    return ok({ effects: listingEffects(listing, edited), change: { edited, ...listed.value } });
  },

  apply(turn, { edited, market: { market }, isNew }) {
    if (!isNew) return;
    const { book, output } = turn;
    book.takeListing(edited);
    output.control(market, { kind: 'rules', rules: edited.engineRules(market) });
    output.control(market, { kind: 'status', status: edited.statusOf(market) });
    output.listing();
    // What stops all others stops it before anybody can trade there.
    tendStops(turn);
  },
});
