import type { MarketListing } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';
import type { ListingState } from './listing-state';

/** Takes an edited listing, stores it, and tells the ledgers and the engines of the markets with other rules. */
export function tellListingEdit(
  { book, output }: LedgerTurn,
  edited: ListingState,
  markets: readonly MarketListing[],
): void {
  book.takeListing(edited);
  for (const { market } of markets) {
    output.control(market, { kind: 'rules', rules: edited.engineRules(market) });
  }
  output.listing();
}
