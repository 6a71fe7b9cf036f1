import { accountCommands } from '@exchange/contract/bus';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import type { RequestHandler } from '../request-handler';

/** Changes what may change of a market: its minimums. */
export const editMarket: RequestHandler<typeof accountCommands.editMarket> = {
  definition: accountCommands.editMarket,
  accounts: () => [],

  apply(turn, { incoming, request }) {
    const { definition } = editMarket;
    const edited = turn.book.listing.editMarket(request);
    if (!edited.ok) return turn.output.refuse(incoming, definition, edited);
    tellListingEdit(turn, edited.value);
    turn.output.reply(incoming, definition, () => ({}));
  },
};
