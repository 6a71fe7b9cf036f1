import { operatorCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import type { Effect } from '@exchange/core/message';
import { NOTHING_PAUSED } from '../../listing/paused-withdrawals';
import { takePausedWithdrawals } from '../../listing/take-paused-withdrawals';
import { ordered } from '../../operator/ordered';
import { pauseEffects } from '../../operator/withdrawal-effects';

/** Takes withdrawals again, of one token or all; a pause of the standing check ends only by itself. */
export const resumeWithdrawals = ordered(operatorCommands.resumeWithdrawals, {
  plan(view, { symbol }) {
    const token = view.listing.namedToken(symbol);
    if (!token.ok) return token;
    const { all, tokens } = view.pausedWithdrawals;
    if (all && symbol !== undefined)
      return reject(
        'INVALID_FIELD',
        `withdrawals of all tokens are paused; resume all, and pause what is to stay so`,
      );
    const change =
      token.value === undefined
        ? NOTHING_PAUSED
        : { all, tokens: tokens.filter((one) => one !== token.value) };
    const { withdrawalPause } = view;
    const kept: Effect[] =
      withdrawalPause === undefined
        ? []
        : [{ what: 'still paused by the standing check', after: withdrawalPause }];
    return ok({ effects: [...pauseEffects(view, change), ...kept], change });
  },

  apply(turn, change) {
    takePausedWithdrawals(turn, change);
    turn.output.listing();
  },
});
