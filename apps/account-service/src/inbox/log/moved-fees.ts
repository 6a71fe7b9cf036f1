import { ledgerFees } from '@exchange/contract/bus';
import { takeFees } from '../../fees/moved-fees';
import { handle } from '../handle';

/** Fees that other groups collected, for the collector's account if it is this group's, and budget, for partition 0's. */
export const takeMovedFees = handle(ledgerFees, {
  needs: ({ message: { fees } }) => ({ accounts: fees.map(({ collector }) => collector) }),

  decide(turn, { message: { fees } }) {
    for (const moved of fees) takeFees(turn, moved);
  },
});
