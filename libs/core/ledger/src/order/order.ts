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
import type { Execution, FeeTerms, Peg, SignedOrder } from '@exchange/core/message';

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
  readonly expiresAt: number;
  readonly active: boolean;
  /** Its book was asked to cancel it, which it will: nothing is asked twice. */
  readonly cancelAsked: boolean;
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

/** Whether all that it offered is used up: it waits for an edit, or its end is not reported yet. */
export const offersNothing = ({ sellBook, buyBook }: Pick<Order, 'sellBook' | 'buyBook'>): boolean =>
  sellBook === 0n || buyBook === 0n;
