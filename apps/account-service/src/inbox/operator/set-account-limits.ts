import { accountCommands } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { accountLimitTable } from '../../persistence/tables/limit-tables';
import type { RequestHandler } from '../request-handler';

/** Gives an account points of its own, or the usual ones again; its connections hear of it at once. */
export const setAccountLimits: RequestHandler<typeof accountCommands.setAccountLimits> = {
  definition: accountCommands.setAccountLimits,
  accounts: ({ account }) => [address(account)],

  apply({ book, output }, { incoming, request }) {
    const account = address(request.account);
    const { pointTenths } = request;
    if ((book.points.raisedLimit(account) ?? null) !== pointTenths) {
      book.points.setLimit(account, pointTenths);
      output.rows.put(accountLimitTable, account, { account, pointTenths });
      // A stranger has no rows to number its notices by; it learns its figure when it logs in.
      if (book.login(account).onRecord) output.tell(account, [{ kind: 'limits', pointTenths }]);
    }
    output.reply(incoming, setAccountLimits.definition, () => ({}));
  },
};
