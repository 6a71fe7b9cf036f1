import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { labelDelegate as labelInLedger } from '@exchange/core/ledger';
import { authorizeOwner } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';

/** Changes the label of an own delegate. */
export const labelDelegate = handle(accountCommands.labelDelegate, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const labeled = labelInLedger(turn.book.ledgerOf(account), {
      ...{ account, delegate: request.delegate, label: request.label, at: turn.at },
    });
    if (!labeled.ok) return labeled;
    turn.output.take(account, labeled.value, request.origin);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
