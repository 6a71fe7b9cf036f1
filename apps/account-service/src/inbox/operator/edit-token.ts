import { accountCommands } from '@exchange/contract/bus';
import { tellListingEdit } from '../../listing/tell-listing-edit';
import type { RequestHandler } from '../request-handler';

/** Changes what may change of a token: its texts, links and minimums. */
export const editToken: RequestHandler<typeof accountCommands.editToken> = {
  definition: accountCommands.editToken,
  accounts: () => [],

  apply(turn, { incoming, request }) {
    const { definition } = editToken;
    const edited = turn.book.listing.editToken(request);
    if (!edited.ok) return turn.output.refuse(incoming, definition, edited);
    tellListingEdit(turn, edited.value);
    turn.output.reply(incoming, definition, () => ({}));
  },
};
