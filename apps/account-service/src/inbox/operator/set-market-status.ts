import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Opens or closes a market: open, post_only, cancel_only. */
export const setMarketStatus = handle(accountCommands.setMarketStatus, {
  decide({ book, output }, { request }) {
    const changed = book.listing.setStatus(request.market, request.status);
    if (!changed.ok) return changed;
    book.refreshMarket(request.market);
    output.control(request.market, { kind: 'status', status: request.status });
    output.listing();
    return ok(() => ({}));
  },
});
