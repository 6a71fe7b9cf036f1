import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { authorizeGrant } from '../../login/authority';
import { handle, needsGranted } from '../handle';

/** The salt of the account's leaves in the trees of what is owed: whoever shows it may ask for the account's proofs. */
export const solvencySaltQuery = handle(accountQueries.solvencySaltQuery, {
  needs: needsGranted,

  decide(turn, received) {
    const grant = authorizeGrant(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const salt = turn.rules.saltOf(account);
    return ok(() => ({ accountSeq: turn.book.accountSeq(account), salt }));
  },
});
