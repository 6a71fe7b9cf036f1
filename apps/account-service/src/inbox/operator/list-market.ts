import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Lists a market of two listed tokens and opens it. The same again is accepted and changes nothing. */
export const listMarket = handle(accountCommands.listMarket, {
  decide({ book, output }, { request }) {
    const listed = book.listing.listMarket(request);
    if (!listed.ok) return listed;
    const { market, isNew } = listed.value;
    if (isNew) {
      book.refreshMarket(market.market);
      output.control(market.market, { kind: 'rules', rules: book.listing.engineRules(market.market) });
      output.control(market.market, { kind: 'status', status: market.status });
      output.listing();
    }
    return ok(() => ({ index: market.index }));
  },
});
