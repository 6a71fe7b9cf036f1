import { ledgerListing } from '@exchange/contract/bus';
import { ListingState } from '../../listing/listing-state';
import { handle } from '../handle';

/** The listing as the group of partition 0 tells it; that group itself knows it already. */
export const takeListing = handle(ledgerListing, {
  decide({ book }, { message: { listing } }) {
    if (book.group.isHome) return;
    const before = book.listing;
    book.takeListing(ListingState.of(listing));
    const isChanged = before
      .marketIds()
      .some((market) => before.statusOf(market) !== book.listing.statusOf(market));
    // Whose trades aren't final is concerned when markets stop or go on.
    if (isChanged) book.unsettled.markChanged(book.unsettled.accounts());
  },
});
