import type {
  Address,
  EntryId,
  Hash,
  MarketId,
  OrderId,
  RateKey,
  Side,
  TokenAmount,
  TradeId,
} from '@exchange/core/kernel';
import type { AccountRecord } from './account';
import type { Balance } from './balance';
import type { Delegate } from './delegate';
import type { Entry } from './entry';
import type { Exit } from './exit';
import type { FeeTierView } from './fee-schedule';
import type { FeeTerms, RebateToken } from './fee-terms';
import type { Execution, Order, Peg, Signature, SignedOrder } from './order';
import type { OrderCancellation } from './order-cancellation';
import type { Posting } from './posting';
import type { RebateQuota } from './rebate-quota';
import type { VolumeBucket } from './trading-volume';

/** Why the ledger takes an order out of the book. */
export type CancelReason =
  'owner' | 'expired' | 'delegate_removed' | 'order_cancelled_on_chain' | 'exit_requested' | 'disconnected';

/** What an edit changes; what is absent stays. Book amounts in smallest units, `leaveAt` in Unix seconds. */
export interface OrderChange {
  readonly sellBook?: TokenAmount;
  readonly buyBook?: TokenAmount;
  readonly hidden?: boolean;
  readonly stopRateKey?: RateKey;
  readonly peg?: Peg;
  readonly leaveAt?: number;
}

/** What goes to the book of a market. */
export type MarketInput =
  | {
      readonly kind: 'place';
      readonly orderId: OrderId;
      readonly account: Address;
      readonly side: Side;
      readonly sellAmount: TokenAmount;
      readonly buyAmount: TokenAmount;
      readonly sellBook: TokenAmount;
      readonly buyBook: TokenAmount;
      readonly fees: FeeTerms;
      /** Unix seconds. */
      readonly leaveAt: number;
      readonly hidden?: boolean;
      readonly execution?: Execution;
      readonly stopRateKey?: RateKey;
      readonly peg?: Peg;
    }
  | ({
      readonly kind: 'edit';
      readonly orderId: OrderId;
      readonly account: Address;
      readonly fees: FeeTerms;
    } & OrderChange)
  | {
      readonly kind: 'cancel';
      readonly orderId: OrderId;
      readonly account: Address;
      readonly reason: CancelReason;
    };

/** One side of a trade as its account sees it (seed: User trade). `time`: Unix ms. */
export interface UserTrade {
  readonly tradeId: TradeId;
  readonly account: Address;
  readonly market: MarketId;
  /** Null in what was stored before it was. */
  readonly role: 'maker' | 'taker' | null;
  readonly side: Side;
  readonly rateKey: RateKey;
  /** In the traded token. */
  readonly amount: TokenAmount;
  readonly tradeFee: TokenAmount;
  readonly settlementFee: TokenAmount;
  readonly rebate: TokenAmount;
  /** The token of the rebate; null when there is none. */
  readonly rebateToken: Address | null;
  readonly time: number;
  readonly orderId: OrderId;
  readonly orderCid: number | null;
}

/** One side of a trade, ready to settle. Gross amounts in smallest units. */
export interface SettleLeg {
  readonly tradeId: TradeId;
  readonly market: MarketId;
  readonly role: 'maker' | 'taker';
  readonly account: Address;
  /** Running number of the account's trades: the order in which they must settle. */
  readonly accountSeq: number;
  readonly orderId: OrderId;
  readonly orderHash: Hash;
  readonly order: SignedOrder;
  readonly sold: TokenAmount;
  readonly bought: TokenAmount;
  /** Trade fee plus settlement fee, in the bought token. */
  readonly fee: TokenAmount;
  readonly rebate: TokenAmount;
  readonly rebateToken: RebateToken;
}

/** What the co-signer may sign; deadlines in Unix seconds. */
export type CosignRequest =
  /** usable was reduced by it before. */
  | {
      readonly kind: 'withdrawal';
      readonly entryId: EntryId;
      readonly account: Address;
      readonly token: Address;
      readonly amount: TokenAmount;
      readonly receiver: Address;
      readonly nonce: number;
      readonly deadline: number;
    }
  /** The key is stopped, and every trade of it is final. */
  | {
      readonly kind: 'delegate_removal';
      readonly account: Address;
      readonly delegate: Address;
      readonly deadline: number;
    }
  /** The order is gone, and every trade of it is final. */
  | {
      readonly kind: 'order_cancellation';
      readonly account: Address;
      readonly digest: Hash;
      readonly deadline: number;
    };

/** A withdrawal that its account signed, to be given to the contract: usable was reduced by it before. */
export interface Submission {
  readonly entryId: EntryId;
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  /** Part of the amount, for the fee collector. */
  readonly fee: TokenAmount;
  readonly scheme: 'full' | 'short' | 'shortPersonal';
  /** In the short forms the account itself, no fee of its own, and no deadline: the contract decides. */
  readonly receiver: Address;
  readonly maxFee: TokenAmount;
  readonly deadline: number;
  readonly nonce: number;
  readonly signature: Signature;
}

/** Something that must not happen and was not applied; someone has to look. */
export type AlarmCode =
  | 'unknown_trade_settled'
  | 'settled_trade_differs'
  | 'unknown_withdrawal'
  | 'withdrawal_differs'
  | 'withdrawal_exceeds_balance'
  | 'exit_exceeds_balance';

/** What one call of the ledger changed or wants done. Values are never changed later; the app maps them. */
export type Fact =
  | { readonly kind: 'orderChanged'; readonly order: Order; readonly quiet?: boolean }
  | { readonly kind: 'userTrade'; readonly trade: UserTrade }
  | { readonly kind: 'entryChanged'; readonly entry: Entry }
  | {
      readonly kind: 'balanceChanged';
      readonly account: Address;
      readonly token: Address;
      readonly balance: Balance;
    }
  /** `quiet`: nothing changed that the owner sees. */
  | { readonly kind: 'delegateChanged'; readonly delegate: Delegate; readonly quiet: boolean }
  /** An announced key without rights is forgotten. */
  | { readonly kind: 'delegateDropped'; readonly account: Address; readonly delegate: Address }
  | { readonly kind: 'cancellationChanged'; readonly cancellation: OrderCancellation }
  /** Without requests the exit is over. */
  | { readonly kind: 'exitChanged'; readonly exit: Exit }
  | { readonly kind: 'accountChanged'; readonly record: AccountRecord }
  | { readonly kind: 'feeTierChanged'; readonly account: Address; readonly tier: FeeTierView }
  | { readonly kind: 'rebateQuotaChanged'; readonly token: Address; readonly rebates: RebateQuota }
  /** What the account traded in an hour so far. */
  | { readonly kind: 'volumeCounted'; readonly account: Address; readonly bucket: VolumeBucket }
  /** Hours whose volume no longer counts. */
  | { readonly kind: 'volumeExpired'; readonly account: Address; readonly hours: readonly number[] }
  | { readonly kind: 'posted'; readonly postings: readonly Posting[] }
  | { readonly kind: 'marketInput'; readonly market: MarketId; readonly input: MarketInput }
  | { readonly kind: 'settleLeg'; readonly leg: SettleLeg }
  | { readonly kind: 'cosignRequest'; readonly request: CosignRequest }
  | { readonly kind: 'submission'; readonly submission: Submission }
  /** An order hash that must never be accepted again, though no order of it may exist. */
  | { readonly kind: 'orderHashSpent'; readonly account: Address; readonly digest: Hash }
  | { readonly kind: 'alarm'; readonly code: AlarmCode; readonly account: Address; readonly detail: string };

export type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>;
