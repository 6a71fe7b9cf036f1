import { operatorCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { POINT_TENTHS_MAX } from '@exchange/core/wire';
import { accountLimitTable } from '../../persistence/tables/limit-tables';
import { ordered } from '../../operator/ordered';

/** Gives an account points of its own, or the usual ones again; its connections hear of it at once. */
export const setAccountLimits = ordered(operatorCommands.setAccountLimits, {
  needs: ({ account }) => ({ accounts: [account] }),

  plan({ points }, { account, pointTenths }) {
    const before = points.raisedLimit(account) ?? null;
    const change = { account, pointTenths, isNew: before !== pointTenths };
    const effect = {
      what: 'tenths of points in 10 s',
      of: account,
      before: shown(before),
      after: shown(pointTenths),
    };
    return ok({ effects: change.isNew ? [effect] : [], change });
  },

  apply({ book, output }, { account, pointTenths, isNew }) {
    if (!isNew) return;
    book.points.setLimit(account, pointTenths);
    output.rows.put(accountLimitTable, account, { account, pointTenths });
    // A stranger has no rows to number its notices by; it learns its figure when it logs in.
    if (book.login(account).onRecord) output.tell(account, [{ kind: 'limits', pointTenths }]);
  },
});

const shown = (tenths: number | null): string => String(tenths ?? POINT_TENTHS_MAX);
