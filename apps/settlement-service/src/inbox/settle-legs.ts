import { ledgerSettle } from '@exchange/contract/bus';
import { handle } from './settlement-turn';

/** Legs of trades from one partition; a trade is open to be sent as soon as both are here. */
export const takeLegs = handle(ledgerSettle, {
  decide({ state, at }, { message: { legs }, entry }) {
    for (const leg of legs) {
      state.trades.addLeg(leg, at);
      state.traces.note(leg.tradeId, entry.trace);
    }
  },
});
