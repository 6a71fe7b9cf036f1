import { ledgerSettle } from '@exchange/contract/bus';
import { handle } from './attester-turn';

/** What the ledger says of trades: one side of each at a time. */
export const takeLegs = handle(ledgerSettle, {
  decide({ state: { trades } }, { message: { legs } }) {
    for (const leg of legs) trades.addLeg(leg);
  },
});
