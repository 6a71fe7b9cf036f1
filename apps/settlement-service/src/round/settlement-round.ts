import { giveCosignatures } from './give-cosignatures';
import { prepareBatch } from './prepare-batch';
import { prepareWithdrawals } from './prepare-withdrawals';
import { LateTradeReport } from './late-trade-report';
import type { RoundTools } from './round-tools';
import { sendBatches } from './send-batches';
import { tendBatches } from './tend-batches';

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
