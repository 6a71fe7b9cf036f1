import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import { handle } from '../handle';

/** Changes what may change of a token: its texts, links and minimums. */
export const editToken = handle(accountCommands.editToken, {
  decide(turn, { request }) {
    const edited = turn.book.listing.editToken(request);
    if (!edited.ok) return edited;
    tellListingEdit(turn, edited.value);
    return ok(() => ({}));
  },
});
