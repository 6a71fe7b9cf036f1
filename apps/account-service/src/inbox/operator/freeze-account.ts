import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { freezeAccount as freezeInLedger } from '@exchange/core/ledger';
import { frozenEffect, standingEffects } from '../../operator/frozen-effects';
import { ordered } from '../../operator/ordered';

/** Refuses an account's orders, edits and withdrawals, and cancels its open orders if that is wished. */
export const freezeAccount = ordered(operatorCommands.freezeAccount, {
  needs: ({ account }) => ({ accounts: [account] }),

  plan(view, { account: of, cancelOrders }) {
    const account = view.account(of);
    const cancelsOrders = cancelOrders === true;
    const orders = {
      what: cancelsOrders ? 'orders canceled' : 'open orders left',
      of,
      count: account.orders.size,
    };
    const isNew = !account.record.frozen;
    const effects = [...(isNew ? [frozenEffect(account, true)] : []), orders, ...standingEffects(account)];
    return ok({ effects, change: { account: of, cancelsOrders, isNew } });
  },

  apply({ book, output, at }, { account, cancelsOrders, isNew }) {
    output.take(account, freezeInLedger(book.ledgerOf(account), { account, cancelsOrders, at }));
    if (isNew) output.tell(account, [{ kind: 'message', text: FROZEN }]);
  },
});

const FROZEN =
  'the account was frozen by the operator: orders, edits and withdrawals are refused; cancels, deposits and exits in the contract go on';
