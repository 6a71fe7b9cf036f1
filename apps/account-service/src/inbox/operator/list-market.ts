import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { tendStops } from '../../listing/tend-stops';
import { handle } from '../handle';

/** Lists a market of two listed tokens and opens it. The same again is accepted and changes nothing. */
export const listMarket = handle(accountCommands.listMarket, {
  decide(turn, { request }) {
    const { book, output } = turn;
    const listed = book.listing.listMarket(request);
    if (!listed.ok) return listed;
    const { market, isNew } = listed.value;
    if (isNew) {
      book.refreshMarket(market.market);
      output.control(market.market, { kind: 'rules', rules: book.listing.engineRules(market.market) });
      output.control(market.market, { kind: 'status', status: market.status });
      output.listing();
      // What stops all others stops it before anybody can trade there.
      tendStops(turn);
    }
    return ok(() => ({ index: market.index }));
  },
});
