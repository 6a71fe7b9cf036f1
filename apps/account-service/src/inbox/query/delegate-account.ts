import { accountQueries } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import type { RequestHandler } from '../request-handler';

/** Whose delegate an address is, from the directory that every owner of a partition keeps. */
export const delegateAccountQuery: RequestHandler<typeof accountQueries.delegateAccountQuery> = {
  definition: accountQueries.delegateAccountQuery,
  accounts: () => [],

  apply({ book, output }, { incoming, request }) {
    const account = book.directory.accountOf(address(request.delegate)) ?? null;
    output.reply(incoming, delegateAccountQuery.definition, () => ({ account }));
  },
};
