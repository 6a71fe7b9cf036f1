import type { ExchangeClient } from '@exchange/client';
import type { Listed, ListedMarket, OrderTermsObject, TraceView } from '@exchange/core/wire';
import { OrderDesk, type Signing } from '../entry/order-desk';
import { Cell } from '../exchange/cell';
import { NoticeFeed } from '../notices/notice-feed';
import { LookedUp } from './looked-up';
import { OwnActivity } from './own-activity';

/** Seconds after which orders of a page that lost its line are canceled, when that is wished. */
export const WATCH_SECONDS = 30;

/** What the page does for the account that is logged in, and what is told of it. */
export interface PageTrading {
  readonly activity: OwnActivity;
  readonly desk: OrderDesk;
  readonly notices: NoticeFeed;
  /** What open orders were placed with, by id: their end and flags. */
  readonly terms: LookedUp<OrderTermsObject>;
  /** Own trades on their way to the chain, by id. */
  readonly traces: LookedUp<TraceView['trades'][number] | undefined>;
  /** Whether orders are canceled when the line is lost. */
  readonly isWatched: Cell<boolean>;
}

/** `signing`: has something signed for the account that is logged in. */
export function openTrading(
  client: ExchangeClient,
  signing: Signing,
  listing: Cell<Listed<ListedMarket>>,
): PageTrading {
  return {
    activity: new OwnActivity(client),
    desk: new OrderDesk(client, signing),
    notices: new NoticeFeed({ client, listing, later: (call, ms) => void setTimeout(call, ms) }),
    terms: new LookedUp(
      (id) => client.history.orderTerms({ id }),
      () => true,
    ),
    traces: new LookedUp(
      async (tradeId) => (await client.history.trace({ tradeId })).trades.find(({ id }) => id === tradeId),
      (trade) => trade?.state === 'final' || trade?.reversed === true,
    ),
    isWatched: new Cell(false),
  };
}
