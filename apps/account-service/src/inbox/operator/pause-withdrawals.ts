import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { takePausedWithdrawals } from '../../listing/take-paused-withdrawals';
import { ordered } from '../../operator/ordered';
import { openWithdrawals, pauseEffects, withdrawalsOf } from '../../operator/withdrawal-effects';

/** Refuses withdrawals, of one token or all, in all groups: the others hear of it by the listing. */
export const pauseWithdrawals = ordered(operatorCommands.pauseWithdrawals, {
  prepare: (_, { records }) => openWithdrawals(records),

  plan(view, { symbol }, open) {
    const token = view.listing.namedToken(symbol);
    if (!token.ok) return token;
    const { all, tokens } = view.pausedWithdrawals;
    const contract = token.value;
    const change =
      contract === undefined ? { all: true, tokens } : { all, tokens: [...new Set([...tokens, contract])] };
    const effects = [...pauseEffects(view, change), ...withdrawalsOf(open, contract, symbol)];
    return ok({ effects, change });
  },

  apply(turn, change) {
    takePausedWithdrawals(turn, change);
    turn.output.listing();
  },
});
