import { type MarketId, ok, reject, type Result } from '@exchange/core/kernel';
import type { MarketStatus } from '@exchange/core/message';

/**
 * What an operator may make of a market in each status. Delisting is only for markets that take no orders any more, so that
 * everybody has seen it come; it is final. A stop of the ledger's own stays in force beside whatever is set.
 */
const NEXT: Readonly<Record<MarketStatus, readonly MarketStatus[]>> = {
  open: ['post_only', 'cancel_only'],
  post_only: ['open', 'cancel_only'],
  cancel_only: ['open', 'post_only', 'delisted'],
  delisted: [],
};

/**
 * Whether a market may go from one status to another; INVALID_TRANSITION names what it may become. The same status again is
 * allowed: that ends a defect of the market.
 * @example
 * approveTransition('ETHDAI', 'open', 'post_only').ok // → true
 * approveTransition('ETHDAI', 'delisted', 'open').ok // → false
 */
export function approveTransition(market: MarketId, from: MarketStatus, to: MarketStatus): Result<true> {
  const next = NEXT[from];
  if (from === to || next.includes(to)) return ok(true);
  const allowed = next.length === 0 ? 'which is final' : `and may become ${next.join(', ')}`;
  return reject('INVALID_TRANSITION', `${market} is ${from}, ${allowed}; it can't become ${to}`);
}
