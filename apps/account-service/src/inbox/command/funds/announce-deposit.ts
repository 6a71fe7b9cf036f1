import { accountCommands } from '@exchange/contract/bus';
import { address, hash, parseAmount, reject } from '@exchange/core/kernel';
import { announceDeposit as announceInLedger, type Entry } from '@exchange/core/ledger';
import { authorizeOnRecord } from '../../../login/authority';
import { entryView } from '../../../outbox/views';
import { entryOf } from '../../../persistence/ledger-rows';
import { entryTable } from '../../../persistence/tables/entry-table';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Shows a deposit before it is mined; one that is known already gives the entry that there is. */
export const announceDeposit: RequestHandler<typeof accountCommands.announceDeposit, readonly Entry[]> = {
  definition: accountCommands.announceDeposit,
  accounts: grantedAccount,

  async prepare(request, context, sender) {
    const [account] = grantedAccount(request, context, sender);
    if (account === undefined) return [];
    const { transaction } = request;
    const rows = await context.database.find(entryTable, {
      where: { account, transaction, type: 'deposit' },
    });
    return rows.map(entryOf);
  },

  apply(turn, received, stored) {
    const { definition } = announceDeposit;
    const { incoming, request } = received;
    const grant = authorizeOnRecord(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const token = turn.book.listing.tokenRules(address(request.token))?.contract;
    if (token === undefined) {
      const unknown = reject('UNKNOWN_TOKEN', `${request.token} is not the contract of a listed token`);
      return turn.output.refuse(incoming, definition, unknown);
    }
    const amount = parseAmount(request.amount, 'amount');
    if (!amount.ok) return turn.output.refuse(incoming, definition, amount);
    const { account } = grant.value;
    const announced = announceInLedger(turn.book.ledgerOf(account), {
      ...{ account, token, amount: amount.value, transaction: hash(request.transaction), at: turn.at },
      finals: stored.filter((entry) => !entry.open && !entry.canceled),
    });
    if (!announced.ok) return turn.output.refuse(incoming, definition, announced);
    const { entry, facts } = announced.value;
    turn.output.take(account, facts, request.origin);
    if (facts.length === 0) {
      const shown = entryView(entry, turn.book.listing);
      turn.output.tell(account, [{ kind: 'entry', entry: shown }], request.origin);
    }
    turn.output.reply(incoming, definition, () => ({
      accountSeq: accountSeq(turn, account),
      entryId: entry.id,
    }));
  },
};
