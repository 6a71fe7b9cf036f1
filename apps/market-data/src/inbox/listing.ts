import { ledgerListing } from '@exchange/contract/bus';
import { handle } from './market-data-turn';

/** The newest listing: which markets exist, and the decimals of their tokens. */
export const takeListing = handle(ledgerListing, {
  decide({ markets, rates, changes, moved }, { message: { listing } }) {
    markets.list(listing);
    changes.listing(listing);
    rates.list(markets.tokens());
    for (const view of markets.all()) moved.add(view);
  },
});
