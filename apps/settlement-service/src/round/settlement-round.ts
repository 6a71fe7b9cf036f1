import type { ContractDomain } from '@exchange/contract/chain';
import type { Clock, Log } from '@exchange/platform';
import type { SettlementChain } from '../chain/settlement-chain';
import type { RoundSignal } from '../inbox/round-signal';
import type { CosignerKey, SettlerKey } from '../keys/signers';
import type { SettlementState } from '../settlement-state';
import { giveCosignatures } from './give-cosignatures';
import { prepareBatch } from './prepare-batch';
import { prepareWithdrawals } from './prepare-withdrawals';
import type { Prompts } from '@exchange/platform';
import { LateTradeReport } from './late-trade-report';
import { sendBatches } from './send-batches';
import { tendBatches } from './tend-batches';

/** Limits of settlement; milliseconds of the clock, seconds of block time. */
export interface SettlementLimits {
  /** Trades in one batch, at most 128. */
  readonly batchTrades: number;
  /** A batch that isn't full is sent when its oldest trade has waited so long. */
  readonly batchAgeMs: number;
  /** Batches that may be on their way at once. */
  readonly inFlight: number;
  /** From the newest block until the contract refuses a batch. */
  readonly validForSeconds: number;
  /** A batch that isn't mined is given to the node again after this time, as it is. */
  readonly resendMs: number;
  /** A batch that isn't mined is replaced by one with a higher fee after this time. */
  readonly raiseFeeMs: number;
  /** Wei per unit of gas that is never exceeded. */
  readonly maxFeePerGas: bigint;
  /** An unmined trade older than this alarms. */
  readonly lateTradeMs: number;
}

/** What a round works with. `state` is the turn's; a round reads it, and changes it only through prompts. */
export interface RoundTools {
  readonly state: SettlementState;
  readonly chain: SettlementChain;
  readonly domain: ContractDomain;
  readonly settler: SettlerKey;
  readonly cosigner: CosignerKey;
  readonly prompts: Prompts<RoundSignal>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: SettlementLimits;
}

/** What settlement owes the chain, looked at again and again. Rounds never overlap. */
export class SettlementRound {
  readonly #late: LateTradeReport;

  constructor(private readonly tools: RoundTools) {
    this.#late = new LateTradeReport(tools);
  }

  /**
   * One look. What it does outside is stored before (a signature, a signed batch) or can be done again (sending
   * it), so it may end at any point. Rejects when the node or a key can't be reached; `refused` when the contract
   * takes no batch at present.
   */
  async run(): Promise<'done' | 'refused'> {
    const { tools } = this;
    await giveCosignatures(tools);
    // Before sending, so that a batch whose fee the node finds too low gets a higher one.
    await tendBatches(tools);
    await sendBatches(tools);
    if ((await prepareWithdrawals(tools)) === 'prepared') await sendBatches(tools);
    let prepared = await prepareBatch(tools);
    while (prepared === 'prepared') {
      await sendBatches(tools);
      prepared = await prepareBatch(tools);
    }
    this.#late.report();
    return prepared === 'refused' ? 'refused' : 'done';
  }
}
