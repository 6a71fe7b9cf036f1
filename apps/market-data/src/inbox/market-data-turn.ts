import { handlersOf, type InboxTypes, type Records } from '@exchange/platform';
import type { MarketViews } from '../markets/markets';
import type { MarketView } from '../markets/market-view';
import type { RowChanges } from '../persistence/row-changes';
import type { RateKeeper } from '../rates/rate-keeper';

/** What the inputs of a turn are applied to, and what the turn gathers. */
export interface MarketDataTurn {
  readonly markets: MarketViews;
  readonly rates: RateKeeper;
  readonly changes: RowChanges;
  /** MarketViews whose ticker or bars may have changed. */
  readonly moved: Set<MarketView>;
  /** Whether conversion rates may have changed. */
  ratesMoved: boolean;
  /** Unix ms of this turn. */
  readonly at: number;
}

export interface MarketDataInbox extends InboxTypes {
  readonly deps: { readonly records: Records; readonly hasDemoBars: boolean };
  readonly turn: MarketDataTurn;
  readonly needs: never;
}

/** Declares a handler of market-data. */
export const handle = handlersOf<MarketDataInbox>();
