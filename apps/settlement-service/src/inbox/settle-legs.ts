import { ledgerSettle } from '@exchange/contract/bus';
import { tradeJoined } from '../trades/trade-settled';
import { handle } from './settlement-turn';

/** Legs of trades from one partition; a trade is open to be sent as soon as both are here. */
export const takeLegs = handle(ledgerSettle, {
  decide(turn, { message: { legs }, entry }) {
    const { state, at } = turn;
    for (const leg of legs) {
      tradeJoined(turn, state.trades.addLeg(leg, at));
      state.traces.trades.note(leg.tradeId, entry.trace);
    }
  },
});
