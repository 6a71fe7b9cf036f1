import { accountCommands } from '@exchange/contract/bus';
import type { RequestHandler } from '../request-handler';

/** Lists a market of two listed tokens and opens it. The same again is accepted and changes nothing. */
export const listMarket: RequestHandler<typeof accountCommands.listMarket> = {
  definition: accountCommands.listMarket,
  accounts: () => [],

  apply({ book, output }, { incoming, request }) {
    const { definition } = listMarket;
    const listed = book.listing.listMarket(request);
    if (!listed.ok) return output.refuse(incoming, definition, listed);
    const { market, isNew } = listed.value;
    if (isNew) {
      book.refreshMarket(market.market);
      output.control(market.market, { kind: 'rules', rules: book.listing.engineRules(market.market) });
      output.control(market.market, { kind: 'status', status: market.status });
      output.listing();
    }
    output.reply(incoming, definition, () => ({ index: market.index }));
  },
};
