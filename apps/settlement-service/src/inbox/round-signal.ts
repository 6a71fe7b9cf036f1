import type { Signature } from '@exchange/core/message';
import { signalsOf } from '@exchange/platform';
import type { SettlingBatch, SignedTransaction } from '../batches/batch';

/** What the settlement round learned or did; each is stored before the round goes on. */
export type RoundSignal =
  | { readonly kind: 'cosigned'; readonly signed: readonly { key: string; signature: Signature }[] }
  /** A submitted withdrawal that the contract would refuse, and that no call carries. */
  | { readonly kind: 'withdrawal_refused'; readonly entryId: number; readonly reason: string }
  /** A signed batch that must be on disk before the node gets it. */
  | { readonly kind: 'batch_prepared'; readonly batch: SettlingBatch }
  /** The same nonce with another fee. */
  | { readonly kind: 'batch_replaced'; readonly batchId: number; readonly transaction: SignedTransaction }
  /** The node took its newest transaction; or, not `taken`, says that its nonce is used up. */
  | { readonly kind: 'batch_sent'; readonly batchId: number; readonly taken: boolean }
  /** Its validUntil is final and it is not mined: it can only be mined as a refusal. */
  | { readonly kind: 'batch_expired'; readonly batchId: number }
  /** Its nonce is finally used up, and it did not settle. */
  | { readonly kind: 'batch_lost'; readonly batchId: number }
  /** Trades that would fail if they were sent now; codes are the contract's. */
  | { readonly kind: 'trades_refused'; readonly refused: readonly { tradeId: number; code: number }[] };

export const signal = signalsOf<RoundSignal>();
