import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { authorizeGrant } from '../../login/authority';
import { usernameTable } from '../../persistence/tables/identity-tables';
import { grantedAccount } from '../../login/granted-account';
import { handle, needsGranted } from '../handle';

/** The account's own name, if it has one. */
export const usernameQuery = handle(accountQueries.usernameQuery, {
  needs: needsGranted,

  async prepare(input, deps) {
    const account = grantedAccount(input, deps);
    const [row] = await deps.records.find(usernameTable, { where: { account } });
    return row?.name ?? null;
  },

  decide(turn, received, stored) {
    const grant = authorizeGrant(turn, received);
    if (!grant.ok) return grant;
    const { account } = grant.value;
    const username = turn.output.rows.waiting(usernameTable, account)?.name ?? stored;
    return ok(() => ({
      ...{ accountSeq: turn.book.accountSeq(account), username },
    }));
  },
});
