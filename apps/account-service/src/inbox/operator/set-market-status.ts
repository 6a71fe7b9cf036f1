import { accountCommands } from '@exchange/contract/bus';
import type { RequestHandler } from '../request-handler';

/** Opens or closes a market: open, post_only, cancel_only. */
export const setMarketStatus: RequestHandler<typeof accountCommands.setMarketStatus> = {
  definition: accountCommands.setMarketStatus,
  accounts: () => [],

  apply({ book, output }, { incoming, request }) {
    const { definition } = setMarketStatus;
    const changed = book.listing.setStatus(request.market, request.status);
    if (!changed.ok) return output.refuse(incoming, definition, changed);
    book.refreshMarket(request.market);
    output.control(request.market, { kind: 'status', status: request.status });
    output.listing();
    output.reply(incoming, definition, () => ({}));
  },
};
