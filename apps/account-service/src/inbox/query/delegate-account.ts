import { accountQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Whose delegate an address is, from the directory that every owner of a partition keeps. */
export const delegateAccountQuery = handle(accountQueries.delegateAccountQuery, {
  decide({ book }, { request }) {
    const account = book.directory.accountOf(request.delegate) ?? null;
    return ok(() => ({ account }));
  },
});
