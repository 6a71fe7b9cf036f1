import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { signWithdrawal as signInLedger } from '@exchange/core/ledger';
import { awaitAnswer } from '../../../awaited/await-answer';
import { collectFor } from '../../../fees/collector';
import { authorizeOwner } from '../../../login/authority';
import { handle, needsGranted } from '../../handle';
import { openForWithdrawals } from './open-for-withdrawals';

/** Promises a withdrawal and shows its entry; the entry with the co-signature is the answer. */
export const signWithdrawal = handle(accountCommands.signWithdrawal, {
  needs: needsGranted,

  decide(turn, received) {
    const { request } = received;
    const grant = authorizeOwner(turn, received);
    if (!grant.ok) return grant;
    const open = openForWithdrawals(turn, request.token);
    if (!open.ok) return open;
    const listed = turn.book.listing.requireToken(request.token);
    if (!listed.ok) return listed;
    const token = listed.value;
    const { amount } = request;
    const { account } = grant.value;
    const collected = collectFor(turn, account, token, amount);
    if (!collected.ok) return collected;
    turn.output.take(account, collected.value);
    const signed = signInLedger(turn.book.ledgerOf(account), { account, token, amount, at: turn.at });
    if (!signed.ok) return signed;
    const { entry, facts } = signed.value;
    turn.output.take(account, facts);
    awaitAnswer(turn, account, request.origin, { kind: 'withdrawal', entryId: entry.id });
    return ok(() => ({
      accountSeq: turn.book.accountSeq(account),
      entryId: entry.id,
    }));
  },
});
