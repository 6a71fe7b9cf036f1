import { present } from '@exchange/core/kernel';
import type { SettlingBatch } from '../batches/batch';
import { chainIdOf } from '../trades/settling-trade';
import type { RoundTools } from './round-tools';

/**
 * Before trades are given up because no block showed them, the contract itself is asked, by its state in the final block: what
 * it settled all the same stays as it is, and alarms.
 */
export class UnseenSettlements {
  readonly #alarmed = new Set<string>();

  constructor(private readonly tools: RoundTools) {}

  /** Whether the contract has settled trades of a batch whose time is over. */
  async ofBatch(batch: SettlingBatch, block: number): Promise<boolean> {
    const carried = this.tools.state.trades.ofBatch(batch);
    return this.ofTrades(
      carried.map(({ id }) => id),
      block,
    );
  }

  /** Whether the contract has settled one of these trades. */
  async ofTrades(ids: readonly number[], block: number): Promise<boolean> {
    const { state, chain } = this.tools;
    const onChain = ids.map((id) => chainIdOf(present(state.trades.get(id), `trade ${id}`)));
    const settled = await chain.settledAt(onChain, block);
    const trades = ids.filter((_, index) => settled[index]);
    if (trades.length > 0) this.#alarm(trades, block);
    return trades.length > 0;
  }

  /** Once for the same. */
  #alarm(trades: readonly number[], block: number): void {
    const key = trades.join();
    if (this.#alarmed.has(key)) return;
    this.#alarmed.add(key);
    const message = 'the contract settled trades that no block showed: they are not given up';
    this.tools.log.error({ alarm: 'settlement_unseen', block, trades }, message);
  }
}
