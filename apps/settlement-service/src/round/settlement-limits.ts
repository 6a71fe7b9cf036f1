import type { FeeLimits } from './fees';

/** Limits of settlement; milliseconds of the clock, seconds of block time. */
export interface SettlementLimits extends FeeLimits {
  /** Trades in one batch, at most 128. */
  readonly batchTrades: number;
  /** A batch that isn't full is sent when its oldest trade has waited so long. */
  readonly batchAgeMs: number;
  /** Batches that may be on their way at once. */
  readonly inFlight: number;
  /** From the newest block until the contract refuses a batch. */
  readonly validForSeconds: number;
  /** The same of a trial, with which the contract is only asked what it would say. */
  readonly trialSeconds: number;
  /** A batch that isn't mined is given to the node again after this time, as it is. */
  readonly resendMs: number;
  /** A batch that isn't mined gets a fee of today after this time: a higher one if the node has it. */
  readonly raiseFeeMs: number;
  /** The settler's balance alarms when it is good for fewer full batches. */
  readonly runwayBatches: number;
  /** A settler gives its place to another when its balance is good for fewer. */
  readonly floorBatches: number;
  /** And when its key gave no signature for so long. */
  readonly awayMs: number;
  /** An unmined trade older than this alarms. */
  readonly lateTradeMs: number;
}
