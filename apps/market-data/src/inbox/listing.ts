import { ledgerListing } from '@exchange/contract/bus';
import type { MarketViews } from '../markets/markets';
import type { RowChanges } from '../persistence/row-changes';

/** The newest listing: which markets exist, and the decimals of their tokens. */
export function takeListing(markets: MarketViews, changes: RowChanges, data: Uint8Array): void {
  const { listing } = ledgerListing.decode(data);
  markets.list(listing);
  changes.listing(listing);
}
