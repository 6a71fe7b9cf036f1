import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import { handle } from '../handle';

/** Changes what may change of a market: its minimums. */
export const editMarket = handle(accountCommands.editMarket, {
  decide(turn, { request }) {
    const edited = turn.book.listing.editMarket(request);
    if (!edited.ok) return edited;
    tellListingEdit(turn, edited.value);
    return ok(() => ({}));
  },
});
