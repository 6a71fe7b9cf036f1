import { ledgerListing } from '@exchange/contract/bus';
import { ListingState } from '../../listing/listing-state';
import { NOTHING_PAUSED } from '../../listing/paused-withdrawals';
import { takePausedWithdrawals } from '../../listing/take-paused-withdrawals';
import { handle } from '../handle';

/** The listing as the group of partition 0 tells it; that group itself knows it already. */
export const takeListing = handle(ledgerListing, {
  decide(turn, { message: { listing, fees, withdrawalsPaused = NOTHING_PAUSED } }) {
    const { book } = turn;
    if (book.group.isHome) return;
    if (fees !== undefined) book.fees.take(fees);
    const before = book.listing;
    const told = ListingState.of(listing);
    // A group that is new reads the log from its start, and knows from the tables what came later.
    if (!told.hasAllOf(before)) return;
    book.takeListing(told);
    takePausedWithdrawals(turn, withdrawalsPaused);
    const isChanged = before.marketIds().some((market) => before.statusOf(market) !== told.statusOf(market));
    // Whose trades aren't final is concerned when markets stop or go on.
    if (isChanged) book.unsettled.markChanged(book.unsettled.accounts());
  },
});
