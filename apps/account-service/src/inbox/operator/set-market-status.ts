import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Opens or closes a market: open, post_only, cancel_only; open or post_only once the ledger doesn't stop it. */
export const setMarketStatus = handle(accountCommands.setMarketStatus, {
  decide({ book, output }, { request }) {
    const changed = book.listing.setStatus(request.market, request.status);
    if (!changed.ok) return changed;
    book.refreshMarket(request.market);
    output.control(request.market, { kind: 'status', status: book.listing.statusOf(request.market) });
    output.listing();
    return ok(() => ({}));
  },
});
