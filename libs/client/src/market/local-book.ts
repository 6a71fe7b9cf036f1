import { parseRate, type RateKey, type Side } from '@exchange/core/kernel';
import { type BookLineView, MalformedPacketError } from '@exchange/core/wire';

/** The order book of one market as the server shows it: a snapshot, then updates line by line. */
export class LocalBook {
  private readonly sides: Record<Side, Map<RateKey, BookLineView>> = { buy: new Map(), sell: new Map() };

  /** Replaces everything. */
  reset(lines: readonly BookLineView[]): void {
    this.sides.buy.clear();
    this.sides.sell.clear();
    for (const line of lines) this.apply(line);
  }

  /** Sets a line; amount 0 and count 0 remove it. */
  apply(line: BookLineView): void {
    const rate = parseRate(line.rate, 'rate');
    if (!rate.ok) throw new MalformedPacketError(rate.message);
    if (line.amount === '0' && line.count === 0) this.sides[line.side].delete(rate.value);
    else this.sides[line.side].set(rate.value, line);
  }

  /** The lines of a side, best first: buys down, sells up. */
  lines(side: Side): BookLineView[] {
    const direction = side === 'buy' ? -1 : 1;
    return [...this.sides[side]].sort(([a], [b]) => direction * (a - b)).map(([, line]) => line);
  }

  best(side: Side): BookLineView | undefined {
    return this.lines(side)[0];
  }
}
