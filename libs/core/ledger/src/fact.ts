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
import type { Order, SignedOrder } from './order';
import type { Posting } from './posting';

/** Why the ledger takes an order out of the book. */
export type CancelReason =
  'owner' | 'expired' | 'delegate_removed' | 'order_cancelled_on_chain' | 'exit_requested';

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
    }
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

/** A withdrawal that the co-signer may sign: usable was reduced by it before. */
export interface CosignRequest {
  readonly entryId: EntryId;
  readonly account: Address;
  readonly token: Address;
  readonly amount: TokenAmount;
  readonly receiver: Address;
  readonly nonce: number;
  /** Unix seconds. */
  readonly deadline: number;
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
  | { readonly kind: 'orderChanged'; readonly order: Order }
  | { readonly kind: 'userTrade'; readonly trade: UserTrade }
  | { readonly kind: 'entryChanged'; readonly entry: Entry }
  | {
      readonly kind: 'balanceChanged';
      readonly account: Address;
      readonly token: Address;
      readonly balance: Balance;
    }
  | { readonly kind: 'delegateChanged'; readonly delegate: Delegate }
  /** Without requests the exit is over. */
  | { readonly kind: 'exitChanged'; readonly exit: Exit }
  | { readonly kind: 'accountChanged'; readonly record: AccountRecord }
  | { readonly kind: 'feeTierChanged'; readonly account: Address; readonly tier: FeeTierView }
  | { readonly kind: 'rebateQuotaChanged'; readonly token: Address; readonly quota: TokenAmount }
  | { readonly kind: 'posted'; readonly postings: readonly Posting[] }
  | { readonly kind: 'marketInput'; readonly market: MarketId; readonly input: MarketInput }
  | { readonly kind: 'settleLeg'; readonly leg: SettleLeg }
  | { readonly kind: 'cosignRequest'; readonly request: CosignRequest }
  /** An order hash that must never be accepted again, though no order of it may exist. */
  | { readonly kind: 'orderHashSpent'; readonly account: Address; readonly digest: Hash }
  | { readonly kind: 'alarm'; readonly code: AlarmCode; readonly account: Address; readonly detail: string };

export type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>;
