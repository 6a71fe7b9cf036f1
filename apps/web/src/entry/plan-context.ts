import type { OrderOptions } from '@exchange/client';
import type { RateKey, Side } from '@exchange/core/kernel';
import type { OrderTerms } from '@exchange/core/order';
import type { BookLineView, FeeTier, Listed, ListedMarket } from '@exchange/core/wire';
import type { EntryMarket } from './entry-market';
import type { PlannedFees } from './fees';
import type { Reach } from './reach';
import type { DecimalSign } from '../typed/typed-decimal';

/** What the plan of an order is made from, besides the draft. */
export interface PlanContext {
  readonly market: EntryMarket;
  readonly listed: Listed<ListedMarket>;
  readonly sign: DecimalSign;
  /** Both sides, best first; undefined while the book isn't known. */
  readonly book:
    | { readonly buy: readonly BookLineView[]; readonly sell: readonly BookLineView[] }
    | undefined;
  readonly lastRate: RateKey | undefined;
  /** Of the token that is sold, smallest units; undefined while it isn't known. */
  readonly usable: bigint | undefined;
  readonly feeTier: Pick<FeeTier, 'makerFee' | 'takerFee'> | undefined;
  /** Rates of own open orders of the market. */
  readonly own: { readonly buy: readonly RateKey[]; readonly sell: readonly RateKey[] };
  readonly isLoggedIn: boolean;
  readonly isLineUp: boolean;
  readonly nowMs: number;
}

/** An order as it would be signed, and what is to be expected of it. Amounts in smallest units. */
export interface PlannedOrder {
  readonly market: string;
  readonly side: Side;
  /** What the client is given, and signs: exact texts. */
  readonly amount: string;
  readonly rate: string;
  readonly terms: Pick<OrderTerms, 'sellAmount' | 'buyAmount' | 'expiry'>;
  readonly options: OrderOptions;
  readonly rebateToken: Side;
  /** What is blocked for it, of the token that is sold. */
  readonly blocked: bigint;
  /** The rate with which it is in the book. */
  readonly bookRate: RateKey;
  /** What it takes at once by the book as it is; undefined for what waits first, or while there is no book. */
  readonly reach: Reach | undefined;
  readonly average: RateKey | undefined;
  readonly fees: PlannedFees | undefined;
}

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
