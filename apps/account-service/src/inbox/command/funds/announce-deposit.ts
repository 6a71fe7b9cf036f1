import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { announceDeposit as announceInLedger } from '@exchange/core/ledger';
import { authorizeOnRecord } from '../../../login/authority';
import { entryView } from '../../../outbox/views';
import { entryOf } from '../../../persistence/ledger-rows';
import { entryTable } from '../../../persistence/tables/entry-table';
import { handle, needsGranted } from '../../handle';
import { grantedAccount } from '../../../login/granted-account';

/** Shows a deposit before it is mined; one that is known already gives the entry that there is. */
export const announceDeposit = handle(accountCommands.announceDeposit, {
  needs: needsGranted,

  async prepare(input, deps) {
    const account = grantedAccount(input, deps);
    const { transaction } = input.request;
    const rows = await deps.records.find(entryTable, {
      where: { account, transaction, type: 'deposit' },
    });
    return rows.map(entryOf);
  },

  decide(turn, received, stored) {
    const { request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return grant;
    const listed = turn.book.listing.requireToken(request.token);
    if (!listed.ok) return listed;
    const token = listed.value.contract;
    const { account } = grant.value;
    const announced = announceInLedger(turn.book.ledgerOf(account), {
      ...{ account, token, amount: request.amount, transaction: request.transaction, at: turn.at },
      finals: stored.filter((entry) => !entry.open && !entry.canceled),
    });
    if (!announced.ok) return announced;
    const { entry, facts } = announced.value;
    turn.output.take(account, facts, request.origin);
    if (facts.length === 0) {
      const shown = entryView(entry, turn.book.listing);
      turn.output.tell(account, [{ kind: 'entry', entry: shown }], request.origin);
    }
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      entryId: entry.id,
    }));
  },
});
