import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { unfreezeAccount as unfreezeInLedger } from '@exchange/core/ledger';
import { frozenEffect, lackingEffects } from '../../operator/frozen-effects';
import { ordered } from '../../operator/ordered';

/** Takes back that an account is frozen, by an operator or by an alarm; what it lacks keeps it from trading all the same. */
export const unfreezeAccount = ordered(operatorCommands.unfreezeAccount, {
  needs: ({ account }) => ({ accounts: [account] }),

  plan(view, { account: of }) {
    const account = view.account(of);
    const isNew = account.record.frozen;
    const effects = isNew ? [frozenEffect(account, false), ...lackingEffects(view, account)] : [];
    return ok({ effects, change: { account: of, isNew } });
  },

  apply({ book, output, at }, { account, isNew }) {
    if (!isNew) return;
    output.take(account, unfreezeInLedger(book.ledgerOf(account), account, at));
    output.tell(account, [{ kind: 'message', text: 'the account is no longer frozen by the operator' }]);
  },
});
