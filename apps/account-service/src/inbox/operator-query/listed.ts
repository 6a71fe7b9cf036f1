import { operatorQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { handle } from '../handle';

/** Tokens, markets and fees, as this group knows them: what an edit begins with. */
export const listedQuery = handle(operatorQueries.listedQuery, {
  decide: ({ book: { listing, fees } }) =>
    ok(() => ({
      listing: listing.wanted(),
      fees: { current: fees.current, ...(fees.next && { next: fees.next }) },
    })),
});
