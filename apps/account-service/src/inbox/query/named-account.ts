import { accountQueries } from '@exchange/contract/bus';
import { address, ok } from '@exchange/core/kernel';
import { usernameTable } from '../../persistence/tables/identity-tables';
import { handle } from '../handle';

/** Whose a name is: gateways ask it to send what concerns the account to its partition. */
export const namedAccountQuery = handle(accountQueries.namedAccountQuery, {
  async prepare({ request: { username } }, { records }) {
    const [row] = await records.find(usernameTable, { where: { folded: username.toLowerCase() } });
    return row === undefined ? null : address(row.account);
  },

  decide: (_turn, _received, account) => ok(() => ({ account })),
});
