import { giveCosignatures } from './give-cosignatures';
import { Holdings } from './holdings';
import { ChainLook } from './look-at-chain';
import type { AttesterTools } from './round-tools';

/** What the attester does of its own accord, again and again: it looks at the chain, and co-signs. Rounds never overlap. */
export class AttesterRound {
  readonly #look: ChainLook;
  readonly #holdings: Holdings;

  constructor(private readonly tools: AttesterTools) {
    this.#look = new ChainLook(tools);
    this.#holdings = new Holdings(tools.chain);
  }

  /** One look. What it learns or signs is stored first, so it may end at any point. Rejects when node or key are away. */
  async run(): Promise<void> {
    const { state, metrics } = this.tools;
    await this.#look.look();
    await giveCosignatures(this.tools, this.#holdings);
    metrics.report({
      ...state.tally.take(),
      trades: state.trades.size,
      liveAttestations: state.attestations.size,
      waiting: state.cosignatures.asked().length,
    });
  }
}
