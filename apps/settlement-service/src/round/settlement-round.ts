import { prepareBatch } from './prepare-batch';
import { prepareWithdrawals } from './prepare-withdrawals';
import { LateTradeReport } from './late-trade-report';
import { Reversals } from './reversals';
import type { RoundTools } from './round-tools';
import { sendBatches } from './send-batches';
import { tendBatches } from './tend-batches';
import { UnseenSettlements } from './unseen-settlements';

/** What settlement owes the chain, looked at again and again. Rounds never overlap. */
export class SettlementRound {
  readonly #late: LateTradeReport;
  readonly #reversals: Reversals;
  readonly #unseen: UnseenSettlements;

  constructor(private readonly tools: RoundTools) {
    this.#late = new LateTradeReport(tools);
    this.#unseen = new UnseenSettlements(tools);
    this.#reversals = new Reversals(tools, this.#unseen);
  }

  /**
   * One look. What it does outside is stored before (a signature, a signed batch) or can be done again (sending
   * it), so it may end at any point. Rejects when the node or a key can't be reached; `refused` when the contract
   * or the node takes no batch at present.
   */
  async run(): Promise<'done' | 'refused'> {
    try {
      return await this.#look();
    } finally {
      // Whatever keeps settlement: somebody must know.
      this.#late.report();
      this.tools.metrics.looked();
    }
  }

  async #look(): Promise<'done' | 'refused'> {
    const { tools } = this;
    await tools.settlers.lookInDoubt(tools.state.batches.senders());
    // Before sending, so that what no node has is sent at the price of today.
    await tendBatches(tools, this.#unseen);
    // What was tried in vain is judged before it is tried again.
    await this.#reversals.look();
    return this.#send();
  }

  async #send(): Promise<'done' | 'refused'> {
    const { tools } = this;
    if (!(await this.#sent())) return 'refused';
    let prepared = await prepareBatch(tools);
    while (prepared === 'prepared') {
      if (!(await this.#sent())) return 'refused';
      prepared = await prepareBatch(tools);
    }
    // A contract that settles nothing at present pays all the same.
    if ((await prepareWithdrawals(tools)) === 'prepared' && !(await this.#sent())) return 'refused';
    if (prepared === 'refused') tools.settlers.doubt();
    return prepared === 'refused' ? 'refused' : 'done';
  }

  /** Whether the node took all that it was given of the settler that sends; who that is, is looked at then. */
  async #sent(): Promise<boolean> {
    const { settlers, state } = this.tools;
    const refused = await sendBatches(this.tools);
    await settlers.look(refused.unfunded, state.batches.senders());
    return !refused.settlers.has(settlers.active);
  }
}
