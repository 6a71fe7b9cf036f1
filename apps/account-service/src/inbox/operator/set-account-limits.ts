import { accountCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { accountLimitTable } from '../../persistence/tables/limit-tables';
import { handle } from '../handle';

/** Gives an account points of its own, or the usual ones again; its connections hear of it at once. */
export const setAccountLimits = handle(accountCommands.setAccountLimits, {
  needs: ({ request }) => ({ accounts: [request.account] }),

  decide({ book, output }, { request }) {
    const { account, pointTenths } = request;
    if ((book.points.raisedLimit(account) ?? null) !== pointTenths) {
      book.points.setLimit(account, pointTenths);
      output.rows.put(accountLimitTable, account, { account, pointTenths });
      // A stranger has no rows to number its notices by; it learns its figure when it logs in.
      if (book.login(account).onRecord) output.tell(account, [{ kind: 'limits', pointTenths }]);
    }
    return ok(() => ({}));
  },
});
