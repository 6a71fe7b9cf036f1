import type { Effect, Listing } from '@exchange/core/message';
import type { ListingState } from '../listing/listing-state';

type Wanted = Pick<ListingState, 'wanted'>;

/** What differs between two listings, a value at a time: all of what is new, and what changed of the rest. */
export const listingEffects = (before: Wanted, after: Wanted): Effect[] =>
  between(before.wanted(), after.wanted());

function between(before: Listing, after: Listing): Effect[] {
  return [
    ...after.tokens.flatMap((token) =>
      differences(
        token.symbol,
        before.tokens.find(({ symbol }) => symbol === token.symbol),
        token,
      ),
    ),
    ...after.markets.flatMap((market) =>
      differences(
        market.market,
        before.markets.find((one) => one.market === market.market),
        market,
      ),
    ),
  ];
}

function differences<V extends object>(of: string, before: V | undefined, after: V): Effect[] {
  if (before === after) return [];
  return (Object.keys(after) as (keyof V & string)[]).flatMap((what) => {
    const [was, is] = [shown(before?.[what]), shown(after[what])];
    return was === is
      ? []
      : [{ what, of, ...(was !== undefined && { before: was }), ...(is && { after: is }) }];
  });
}

/** A value as text; links in the order of their names. */
function shown(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'object'
    ? JSON.stringify(Object.fromEntries(Object.entries(value).sort()))
    : `${value}`;
}
