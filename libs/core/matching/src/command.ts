import type { Address, OrderId, Side, TokenAmount } from '@exchange/core/kernel';
import type { MarketRules, MarketStatus } from './market-rules';
import type { CarriedFees } from './open-order';

/** A funded limit order. Book amounts obey sellBook ≤ sellAmount and sellBook·buyAmount ≤ buyBook·sellAmount. */
export interface PlaceCommand {
  readonly kind: 'place';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly side: Side;
  readonly sellAmount: TokenAmount;
  readonly buyAmount: TokenAmount;
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
  readonly fees: CarriedFees;
  /** Unix seconds at which the order leaves the book. */
  readonly leaveAt: number;
}

/** Why the ledger takes an order out of the book. */
export type CancelReason =
  'owner' | 'expired' | 'delegate_removed' | 'order_cancelled_on_chain' | 'exit_requested' | 'disconnected';

export interface CancelCommand {
  readonly kind: 'cancel';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly reason: CancelReason;
}

/** Time in Unix seconds; orders whose moment has come leave. Never goes back. */
export interface TimeCommand {
  readonly kind: 'time';
  readonly now: number;
}

/** The status that the operator wants; one other than cancel_only also reopens a market that stopped on a defect. */
export interface StatusCommand {
  readonly kind: 'status';
  readonly status: MarketStatus;
}

/** New minimums; market, index and decimals never change. */
export interface RulesCommand {
  readonly kind: 'rules';
  readonly rules: MarketRules;
}

/** While the engine catches up after a restart the market is cancel_only, whatever its status is. */
export interface RestartingCommand {
  readonly kind: 'restarting';
  readonly restarting: boolean;
}

/** An input of one market. `at`: when it was accepted, Unix ms; the time of the trades it causes. */
export type MarketCommand = { readonly at: number } & (
  PlaceCommand | CancelCommand | TimeCommand | StatusCommand | RulesCommand | RestartingCommand
);
