import { check } from './finding';

/** An order in the auditor's own picture of a market. */
export interface OwnOrder {
  readonly id: number;
  readonly account: string;
  readonly side: 'buy' | 'sell';
  readonly sellAmount: bigint;
  readonly buyAmount: bigint;
  hidden: boolean;
  hasStop: boolean;
  /** Unix seconds: from then on it may not trade. */
  endsAt: number;
  readonly mayWait: boolean;
  sold: bigint;
  bought: bigint;
  rateKey: number;
  sellBook: bigint;
  buyBook: bigint;
}

/** The auditor's own book: lists by rate, in the order in which orders came to rest. */
export class OwnBook {
  readonly resting = new Map<number, OwnOrder>();
  private readonly levels = { buy: new Map<number, OwnOrder[]>(), sell: new Map<number, OwnOrder[]>() };

  constructor(private readonly market: string) {}

  rest(order: OwnOrder): void {
    this.resting.set(order.id, order);
    const level = this.levels[order.side].get(order.rateKey) ?? [];
    level.push(order);
    this.levels[order.side].set(order.rateKey, level);
  }

  remove(id: number): void {
    const order = this.resting.get(id);
    if (order === undefined) return;
    this.resting.delete(id);
    const level = this.levels[order.side].get(order.rateKey) ?? [];
    level.splice(level.indexOf(order), 1);
    if (level.length === 0) this.levels[order.side].delete(order.rateKey);
  }

  best(side: 'buy' | 'sell'): number | undefined {
    const rates = [...this.levels[side].keys()];
    if (rates.length === 0) return undefined;
    return side === 'buy' ? Math.max(...rates) : Math.min(...rates);
  }

  /** The order that must be met first on this side: of the best rate, visible ones before hidden ones. */
  first(side: 'buy' | 'sell'): OwnOrder | undefined {
    const best = this.best(side);
    if (best === undefined) return undefined;
    const level = this.levels[side].get(best) ?? [];
    return level.find(({ hidden }) => !hidden) ?? level[0];
  }

  level(side: 'buy' | 'sell', rateKey: number): { amount: bigint; count: number } {
    const orders = (this.levels[side].get(rateKey) ?? []).filter(({ hidden }) => !hidden);
    const quantity = (order: OwnOrder) => (side === 'buy' ? order.buyBook : order.sellBook);
    return { amount: orders.reduce((sum, order) => sum + quantity(order), 0n), count: orders.length };
  }

  /** Every level with anything to see: side and rate → amount and count. */
  all(): Map<string, { amount: bigint; count: number }> {
    const lines = new Map<string, { amount: bigint; count: number }>();
    for (const side of ['buy', 'sell'] as const) {
      for (const rateKey of this.levels[side].keys()) {
        const line = this.level(side, rateKey);
        if (line.count > 0) lines.set(`${side} ${rateKey}`, line);
      }
    }
    return lines;
  }

  checkUncrossed(): void {
    const [bid, ask] = [this.best('buy'), this.best('sell')];
    check(
      bid === undefined || ask === undefined || bid < ask,
      () => `${this.market} is crossed: ${bid} ≥ ${ask}`,
    );
  }
}
