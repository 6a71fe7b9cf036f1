import { accountCommands } from '@exchange/contract/bus';
import { address, parseAmount, reject } from '@exchange/core/kernel';
import { signWithdrawal as signInLedger } from '@exchange/core/ledger';
import { awaitAnswer } from '../../../awaited/await-answer';
import { collectFor } from '../../../fees/collector';
import { authorizeOwner } from '../../../login/authority';
import { accountSeq, type RequestHandler } from '../../request-handler';
import { grantedAccount } from '../login/granted-account';

/** Promises a withdrawal and shows its entry; the entry with the co-signature is the answer. */
export const signWithdrawal: RequestHandler<typeof accountCommands.signWithdrawal> = {
  definition: accountCommands.signWithdrawal,
  accounts: grantedAccount,

  apply(turn, received) {
    const { definition } = signWithdrawal;
    const { incoming, request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return turn.output.refuse(incoming, definition, grant);
    const token = turn.book.listing.tokenRules(address(request.token));
    if (token === undefined) {
      const unknown = reject('UNKNOWN_TOKEN', `${request.token} is not the contract of a listed token`);
      return turn.output.refuse(incoming, definition, unknown);
    }
    const amount = parseAmount(request.amount, 'amount');
    if (!amount.ok) return turn.output.refuse(incoming, definition, amount);
    const { account } = grant.value;
    const collected = collectFor(turn, account, token, amount.value);
    if (!collected.ok) return turn.output.refuse(incoming, definition, collected);
    turn.output.take(account, collected.value);
    const signed = signInLedger(turn.book.ledgerOf(account), {
      account,
      token,
      amount: amount.value,
      at: turn.at,
    });
    if (!signed.ok) return turn.output.refuse(incoming, definition, signed);
    const { entry, facts } = signed.value;
    turn.output.take(account, facts);
    awaitAnswer(turn, account, request.origin, { kind: 'withdrawal', entryId: entry.id });
    turn.output.reply(incoming, definition, () => ({
      accountSeq: accountSeq(turn, account),
      entryId: entry.id,
    }));
  },
};
