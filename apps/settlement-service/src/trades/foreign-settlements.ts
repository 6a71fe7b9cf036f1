import type { ChainFact, ChainFactOf } from '@exchange/core/message';

type Settled = ChainFactOf<'trade_settled'>;

/** What the contract settled, finally, under ids that no trade of ours had: one of ours may get such an id later. */
export class ForeignSettlements {
  readonly #byId = new Map<number, Settled>();
  #touched: Settled[] = [];

  restore(facts: readonly ChainFact[]): void {
    this.#byId.clear();
    for (const fact of facts) if (fact.kind === 'trade_settled') this.#byId.set(fact.tradeId, fact);
  }

  get(id: number): Settled | undefined {
    return this.#byId.get(id);
  }

  note(fact: Settled): void {
    this.#byId.set(fact.tradeId, fact);
    this.#touched.push(fact);
  }

  /** Those noted since the last call. */
  takeTouched(): readonly Settled[] {
    const touched = this.#touched;
    this.#touched = [];
    return touched;
  }
}
