import { operatorCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { openOrders, orderEffects } from '../../operator/open-orders';
import { ordered } from '../../operator/ordered';

/** Has the book of a market cancel all orders, a part in each of its steps; asked again, it says how many are left. */
export const cancelMarketOrders = ordered(operatorCommands.cancelMarketOrders, {
  prepare: ({ market }, { records }) => openOrders(records, market),

  plan({ listing }, { market }, orders) {
    if (listing.market(market) === undefined) return reject('UNKNOWN_MARKET', `${market} is not listed`);
    return ok({ effects: orderEffects('orders canceled', market, orders), change: market });
  },

  apply: ({ output }, market) => output.control(market, { kind: 'cancel_all' }),
});
