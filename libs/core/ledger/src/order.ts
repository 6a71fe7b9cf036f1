import type {
  Address,
  Hash,
  MarketId,
  OrderId,
  RateKey,
  Side,
  TokenAmount,
  TradeId,
} from '@exchange/core/kernel';
import type { FeeTerms } from './fee-terms';

/** What the owner signed; expiry in Unix seconds. It never changes. */
export interface OrderTerms {
  readonly sellToken: Address;
  readonly sellAmount: TokenAmount;
  readonly buyToken: Address;
  readonly buyAmount: TokenAmount;
  readonly expiry: number;
  readonly nonce: number;
}

export interface Signature {
  readonly v: number;
  readonly r: Hash;
  readonly s: Hash;
}

/** An order as it can be settled: terms, signature, its format, and who signed (the account or its delegate). */
export interface SignedOrder {
  readonly terms: OrderTerms;
  readonly signature: Signature;
  readonly format: 'sign' | 'signTypedData';
  readonly signer: Address;
}

/** The rate that an order follows: this much of a currency for one whole traded token. */
export interface Peg {
  readonly currency: string;
  readonly rateKey: RateKey;
}

/** What an order must do at once, or is done. */
export type Execution = 'post_only' | 'immediate_or_cancel' | 'fill_or_kill';

/** An order of an account, with all that the order object of the interface shows (seed: Order object). */
export interface Order {
  readonly id: OrderId;
  readonly account: Address;
  readonly cid: number | null;
  /** The hash that the client signed. */
  readonly hash: Hash;
  /** EIP-712 digest: the order's canonical hash and the contract's fill key, in both signature formats. */
  readonly digest: Hash;
  /** What is signed in the format `sign`; finds the order in both formats. */
  readonly packedHash: Hash;
  readonly market: MarketId;
  readonly side: Side;
  readonly signed: SignedOrder;
  /** Signed minus matched; the bought one stops at 0. */
  readonly sellRemaining: TokenAmount;
  readonly buyRemaining: TokenAmount;
  /** What it offers in the book. */
  readonly sellBook: TokenAmount;
  readonly buyBook: TokenAmount;
  /** What is reserved of the sold token for what it offers. */
  readonly held: TokenAmount;
  /** What is reserved beside that for an edit which the engine hasn't decided; null when there is none. */
  readonly editHeld: TokenAmount | null;
  readonly rateKey: RateKey;
  readonly hidden: boolean;
  /** While it waits outside the book for the last trade's rate to cross this one. */
  readonly stopRateKey: RateKey | null;
  readonly peg: Peg | null;
  /** What it had to do when it was placed; undefined in what was stored before it was. */
  readonly execution?: Execution | 'none' | undefined;
  readonly fees: FeeTerms;
  /** Unix seconds at which it leaves the book. */
  readonly leaveAt: number;
  readonly active: boolean;
  readonly canceled: boolean;
  /** A short fixed phrase (INFO_STRING). */
  readonly info: string;
  readonly trades: readonly TradeId[];
  /** The connection through which it was placed, by a name of the caller's; null when nobody said. */
  readonly via: string | null;
  /** Unix ms. */
  readonly placedAt: number;
  readonly lastActiveAt: number;
}
