import type { MarketListing } from '@exchange/core/message';
import type { LedgerTurn } from '../ledger-turn';

/** Stores an edit of the listing, and tells it to the ledgers and the engines of the markets with other rules. */
export function tellListingEdit({ book, output }: LedgerTurn, markets: readonly MarketListing[]): void {
  for (const { market } of markets) {
    book.refreshMarket(market);
    output.control(market, { kind: 'rules', rules: book.listing.engineRules(market) });
  }
  output.listing();
}
