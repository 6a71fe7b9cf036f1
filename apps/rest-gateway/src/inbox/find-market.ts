import type { LiveMarket, LiveMarkets, MarketEntry } from '@exchange/edge/live-market';
import { type Failure, unavailable, unknownMarket } from '../answer/failure';

export interface FoundMarket {
  readonly entry: MarketEntry;
  readonly state: LiveMarket;
}

/** The market with this id, in any letter case if only one matches, with its live state. */
export function findMarket(markets: LiveMarkets, id: string): FoundMarket | Failure {
  const listing = markets.listing();
  if (listing === undefined) return unavailable('the listing');
  const entry = listing.marketIgnoringCase(id);
  if (entry === undefined) return unknownMarket(id);
  const state = markets.market(entry.listed.market);
  return state === undefined ? unavailable(`market ${entry.listed.market}`) : { entry, state };
}
