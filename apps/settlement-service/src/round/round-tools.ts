import type { ContractDomain } from '@exchange/contract/chain';
import type { Clock, Log, Prompts } from '@exchange/platform';
import type { BatchAttester } from '../attesting/batch-attester';
import type { SettlementChain } from '../chain/settlement-chain';
import type { Settlers } from '../settlers/settlers';
import type { RoundSignal } from '../inbox/round-signal';
import type { SettlementState } from '../settlement-state';
import type { SettlementLimits } from './settlement-limits';
import type { SettlementMetrics } from './settlement-metrics';

/** What a round works with. `state` is the turn's; a round reads it, and changes it only through prompts. */
export interface RoundTools {
  readonly state: SettlementState;
  readonly chain: SettlementChain;
  /** Runs what reaches the chain only while this process is the one that may (Turn.whileWriter). */
  readonly whileWriter: <T>(work: () => Promise<T>) => Promise<T>;
  readonly domain: ContractDomain;
  readonly settlers: Settlers;
  readonly attester: BatchAttester;
  readonly prompts: Prompts<RoundSignal>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: SettlementMetrics;
  readonly limits: SettlementLimits;
}
