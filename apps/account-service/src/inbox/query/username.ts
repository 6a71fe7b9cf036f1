import { accountQueries } from '@exchange/contract/bus';
import { authorizeGrant } from '../../login/authority';
import { usernameTable } from '../../persistence/tables/identity-tables';
import { grantedAccount } from '../command/login/granted-account';
import { accountSeq, type RequestHandler } from '../request-handler';

/** The account's own name, if it has one. */
export const usernameQuery: RequestHandler<typeof accountQueries.usernameQuery, string | null> = {
  definition: accountQueries.usernameQuery,
  accounts: grantedAccount,

  async prepare(request, context, sender) {
    const [account] = grantedAccount(request, context, sender);
    if (account === undefined) return null;
    const [row] = await context.database.find(usernameTable, { where: { account } });
    return row?.name ?? null;
  },

  apply(turn, received, stored) {
    const { definition } = usernameQuery;
    const grant = authorizeGrant(turn, received);
    if (!grant.ok) return turn.output.refuse(received.incoming, definition, grant);
    const { account } = grant.value;
    const username = turn.output.rows.waiting(usernameTable, account)?.name ?? stored;
    turn.output.reply(received.incoming, definition, () => ({
      ...{ accountSeq: accountSeq(turn, account), username },
    }));
  },
};
