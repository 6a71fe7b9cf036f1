import type {
  Address,
  Hash,
  LedgerAlarmCode,
  MarketId,
  OrderId,
  RateKey,
  Side,
  TokenAmount,
  TradeId,
} from '@exchange/core/kernel';
import type { CosignRequest, FeeTierView, MarketInput, SettleLeg, Submission } from '@exchange/core/message';
import type { AccountRecord } from './account/account';
import type { Balance } from './account/balance';
import type { Delegate } from './delegate/delegate';
import type { Entry } from './account/entry';
import type { Exit } from './funds/exit';
import type { AskedMinimum, MinimumNonce } from './order/minimum/minimum-nonce';
import type { Order } from './order/order';
import type { OrderCancellation } from './order/order-cancellation';
import type { Posting } from './account/posting';
import type { VolumeBucket } from './fees/volume-bucket';

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
  /** The rate of this side, in parts per million of what it bought; negative: a rebate. Null in what was stored before it was. */
  readonly feePpm: number | null;
  /** Of the schedule that it is of; null: the first. */
  readonly feeVersion: number | null;
  /** The maximum that lowered it, in 1/10 000; null when none did. */
  readonly feeCapBps: number | null;
}

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
  /** Unbound: it is forgotten. */
  | { readonly kind: 'minimumNonceChanged'; readonly minimum: MinimumNonce }
  /** The co-signature that its owner asked for is here. */
  | { readonly kind: 'minimumNonceSigned'; readonly token: Address; readonly asked: AskedMinimum }
  | { readonly kind: 'accountChanged'; readonly record: AccountRecord }
  | { readonly kind: 'feeTierChanged'; readonly account: Address; readonly tier: FeeTierView }
  /** What the partition's trades that aren't settled were promised in all. */
  | { readonly kind: 'rebatesReserved'; readonly token: Address; readonly reserved: TokenAmount }
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
  /** Something that must not happen and was not applied; someone has to look. */
  | {
      readonly kind: 'alarm';
      readonly code: LedgerAlarmCode;
      readonly account: Address;
      readonly detail: string;
    };

export type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>;
