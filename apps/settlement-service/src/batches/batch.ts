import type { Address } from '@exchange/core/kernel';

/**
 * `prepared`: signed and on disk, `sent`: the node took it, `mined`: in a block that may be undone, `expired`: can't
 * settle any more, but its nonce is not used up, `closed`: final, one way or the other.
 */
export const BATCH_STAGES = ['prepared', 'sent', 'mined', 'expired', 'closed'] as const;
export type BatchStage = (typeof BATCH_STAGES)[number];

/** A signed transaction that carries a batch; a batch has a second one only with the same nonce and another fee. */
export interface SignedTransaction {
  readonly hash: string;
  /** The signed bytes, sent again as they are after a crash. */
  readonly raw: string;
  /** Wei per unit of gas. */
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** Unix ms. */
  readonly signedAt: number;
  /** Unix ms at which a node first said that it has it; undefined while none did. */
  readonly takenAt: number | undefined;
}

export interface SettlingBatch {
  readonly id: number;
  /** Whose transactions carry it. */
  readonly settler: Address;
  /** Of the settler's account. */
  readonly nonce: number;
  /** Unix seconds of block time after which the contract refuses it. */
  readonly validUntil: number;
  /** In the order in which they settle; empty when it carries withdrawals, or only uses up a nonce. */
  readonly tradeIds: readonly number[];
  /** Entries of the submitted withdrawals that it carries instead of trades. */
  readonly withdrawals: readonly number[];
  stage: BatchStage;
  /** Oldest first; the last one is what is sent. */
  transactions: readonly SignedTransaction[];
  /** Unix ms at which the node took it last; 0 when it must be sent at once. */
  sentAt: number;
}

/** Whether it is a call of withdrawals rather than of trades. */
export const carriesWithdrawals = ({ withdrawals }: SettlingBatch): boolean => withdrawals.length > 0;

/** May still be mined and settle. */
export const isLive = ({ stage }: SettlingBatch): boolean => stage === 'prepared' || stage === 'sent';
