import type { Address, OrderId, RateKey, Side, TokenAmount } from '@exchange/core/kernel';
import type { MarketRules, MarketStatus } from './market-rules';
import type { CarriedFees, Execution, Peg } from './open-order';

/**
 * A funded order. Book amounts obey sellBook ≤ sellAmount and sellBook·buyAmount ≤ buyBook·sellAmount; those of a
 * pegged order are what its quantity is worth at the signed rate.
 */
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
  readonly hidden?: boolean | undefined;
  readonly execution?: Execution | undefined;
  /** Waits outside the book until the last trade's rate crosses this one. */
  readonly stopRateKey?: RateKey | undefined;
  readonly peg?: Peg | undefined;
}

/**
 * A change of an open order; what is absent stays. Amounts are within what was signed and held. Of a pegged order only
 * the amount of the traded token is read: the other follows from its rate.
 */
export interface EditCommand {
  readonly kind: 'edit';
  readonly orderId: OrderId;
  readonly account: Address;
  readonly sellBook?: TokenAmount | undefined;
  readonly buyBook?: TokenAmount | undefined;
  readonly hidden?: boolean | undefined;
  readonly stopRateKey?: RateKey | undefined;
  readonly peg?: Peg | undefined;
  readonly leaveAt?: number | undefined;
  readonly fees: CarriedFees;
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

/** The status that the operator wants; one other than cancel_only also clears a defect. */
export interface StatusCommand {
  readonly kind: 'status';
  readonly status: MarketStatus;
}

/** How much of a currency one whole quote token is worth, as decimal text; null when no fresh rate is known. */
export interface PegRateCommand {
  readonly kind: 'peg_rate';
  readonly currency: string;
  readonly rate: string | null;
}

/** New minimums or band; market, index and decimals never change. */
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
  | PlaceCommand
  | EditCommand
  | CancelCommand
  | TimeCommand
  | StatusCommand
  | PegRateCommand
  | RulesCommand
  | RestartingCommand
);
