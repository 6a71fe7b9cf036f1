import { accountCommands } from '@exchange/contract/bus';
import { entryId, hash, reject } from '@exchange/core/kernel';
import { hasCause, noteTransaction } from '@exchange/core/ledger';
import { authorize } from '../../../login/authority';
import { entryView } from '../../../outbox/views';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Shows a transaction at an own pending withdrawal, until one that carries it is mined. */
export const withdrawalTransaction: RequestHandler<typeof accountCommands.withdrawalTransaction> = {
  definition: accountCommands.withdrawalTransaction,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = withdrawalTransaction;
    const { incoming, request } = received;
    const grant = authorize(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const { account } = grant.value;
    const id = entryId(request.entryId);
    const entry = turn.book.account(account).entries.get(id);
    if (entry === undefined || !hasCause(entry, 'withdrawal')) {
      const unknown = reject('UNKNOWN_ENTRY', `this account has no pending withdrawal ${id}`);
      return turn.output.refuse(incoming, definition, unknown);
    }
    const noted = noteTransaction(turn.book.ledgerOf(account), {
      ...{ account, choice: { entryId: id }, transaction: hash(request.transaction), at: turn.at },
    });
    if (!noted.ok) return turn.output.refuse(incoming, definition, noted);
    turn.output.take(account, noted.value, request.origin);
    if (noted.value.length === 0) {
      const shown = entryView(entry, turn.book.listing);
      turn.output.tell(account, [{ kind: 'entry', entry: shown }], request.origin);
    }
    turn.output.reply(incoming, definition, () => ({ accountSeq: accountSeq(turn, account) }));
  },
};
