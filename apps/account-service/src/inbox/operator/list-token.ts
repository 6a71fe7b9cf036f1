import { accountCommands } from '@exchange/contract/bus';
import type { RequestHandler } from '../request-handler';

/** Lists a token. The same again is accepted and changes nothing. */
export const listToken: RequestHandler<typeof accountCommands.listToken> = {
  definition: accountCommands.listToken,
  accounts: () => [],

  apply({ book, output }, { incoming, request }) {
    const { definition } = listToken;
    const listed = book.listing.listToken(request);
    if (!listed.ok) return output.refuse(incoming, definition, listed);
    if (listed.value === 'listed') output.listing();
    output.reply(incoming, definition, () => ({}));
  },
};
