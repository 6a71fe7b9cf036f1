import type { Address } from '@exchange/core/kernel';
import type { AttestationRefusal } from '@exchange/core/message';
import { signalsOf } from '@exchange/platform';
import type { BatchDraft } from '../attesting/attested-drafts';
import type { SettlingBatch, SignedTransaction } from '../batches/batch';

/** What the settlement round learned or did; each is stored before the round goes on. */
export type RoundSignal =
  /** A submitted withdrawal that the contract would refuse, and that no call carries. */
  | { readonly kind: 'withdrawal_refused'; readonly entryId: number; readonly reason: string }
  /** A batch that must be on disk before its attestation is asked for. */
  | { readonly kind: 'batch_drafted'; readonly draft: BatchDraft }
  /** Trades that the attester doesn't attest, for now or by a fault. */
  | {
      readonly kind: 'trades_unattested';
      readonly tradeIds: readonly number[];
      readonly reason: AttestationRefusal;
      readonly isFault: boolean;
    }
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
  | { readonly kind: 'trades_refused'; readonly refused: readonly { tradeId: number; code: number }[] }
  /** What the contract says of trades that failed, as of this final block. */
  | { readonly kind: 'trades_judged'; readonly block: number; readonly judged: readonly JudgedTrade[] }
  /** What the contract holds, as of this final block, for the accounts that a reversal concerns; `<account>:<token>`. */
  | {
      readonly kind: 'reversal_planned';
      readonly block: number;
      readonly accounts: readonly Address[];
      readonly balances: ReadonlyMap<string, bigint>;
    };

/**
 * What the contract says of a trade, as of a final block; `lacking`: the accounts that don't have what they sell, and whose
 * earlier trades were all final or reversed then.
 */
export interface JudgedTrade {
  readonly tradeId: number;
  readonly code: number;
  readonly lacking: readonly string[];
}

export const signal = signalsOf<RoundSignal>();
