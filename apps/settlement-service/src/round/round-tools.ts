import type { ContractDomain } from '@exchange/contract/chain';
import type { SettlerKey } from '@exchange/edge/keys';
import type { Clock, Log, Prompts } from '@exchange/platform';
import type { BatchAttester } from '../attesting/batch-attester';
import type { SettlementChain } from '../chain/settlement-chain';
import type { RoundSignal } from '../inbox/round-signal';
import type { SettlementState } from '../settlement-state';
import type { FeeLimits } from './fees';
import type { SettlementMetrics } from './settlement-metrics';

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
  /** An unmined trade older than this alarms. */
  readonly lateTradeMs: number;
}

/** What a round works with. `state` is the turn's; a round reads it, and changes it only through prompts. */
export interface RoundTools {
  readonly state: SettlementState;
  readonly chain: SettlementChain;
  /** Runs what reaches the chain only while this process is the one that may (Turn.whileWriter). */
  readonly whileWriter: <T>(work: () => Promise<T>) => Promise<T>;
  readonly domain: ContractDomain;
  readonly settler: SettlerKey;
  readonly attester: BatchAttester;
  readonly prompts: Prompts<RoundSignal>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: SettlementMetrics;
  readonly limits: SettlementLimits;
}
