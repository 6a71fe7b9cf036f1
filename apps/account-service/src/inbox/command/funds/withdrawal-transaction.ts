import { accountCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { hasCause, noteTransaction } from '@exchange/core/ledger';
import { authorize } from '../../../login/authority';
import { entryView } from '../../../outbox/views';
import { handle, needsGranted } from '../../handle';

/** Shows a transaction at an own pending withdrawal, until one that carries it is mined. */
export const withdrawalTransaction = handle(accountCommands.withdrawalTransaction, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const { entryId: id, transaction } = request;
    const entry = turn.book.account(account).entries.get(id);
    if (entry === undefined || !hasCause(entry, 'withdrawal')) {
      return reject('UNKNOWN_ENTRY', `this account has no pending withdrawal ${id}`);
    }
    const noted = noteTransaction(turn.book.ledgerOf(account), {
      ...{ account, choice: { entryId: id }, transaction, at: turn.at },
    });
    if (!noted.ok) return noted;
    turn.output.take(account, noted.value, request.origin);
    if (noted.value.length === 0) {
      const shown = entryView(entry, turn.book.listing);
      turn.output.tell(account, [{ kind: 'entry', entry: shown }], request.origin);
    }
    return ok(() => ({ accountSeq: turn.book.accountSeq(account) }));
  },
});
