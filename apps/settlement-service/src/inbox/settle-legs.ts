import { ledgerSettle } from '@exchange/contract/bus';
import type { LogEntry } from '@exchange/platform';
import type { SettlementState } from '../settlement-state';

/** Legs of trades from one partition; a trade is open to be sent as soon as both are here. `at`: Unix ms. */
export function takeLegs(state: SettlementState, { data, trace }: LogEntry, at: number): void {
  for (const leg of ledgerSettle.decode(data).legs) {
    state.trades.addLeg(leg, at);
    state.traces.note(leg.tradeId, trace);
  }
}
