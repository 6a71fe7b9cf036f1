import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Lists a token. The same again is accepted and changes nothing. */
export const listToken = handle(accountCommands.listToken, {
  decide({ book, output }, { request }) {
    const listed = book.listing.listToken(request);
    if (!listed.ok) return listed;
    if (listed.value === 'listed') output.listing();
    return ok(() => ({}));
  },
});
