import type { MarketTrade } from './market-trade';

/** 24 h in ms. */
export const DAY_MS = 86_400_000;

interface Aggregate extends MarketTrade {
  readonly highKey: MarketTrade['rateKey'];
  readonly lowKey: MarketTrade['rateKey'];
}

/** A queue that drops its front without moving the rest each time. */
class Queue<T> {
  private items: T[] = [];
  private start = 0;

  get first(): T | undefined {
    return this.items[this.start];
  }

  get last(): T | undefined {
    return this.items.length > this.start ? this.items.at(-1) : undefined;
  }

  push(item: T): void {
    this.items.push(item);
  }

  dropLast(): void {
    this.items.pop();
  }

  dropFirst(): void {
    this.start += 1;
    if (this.start * 2 > this.items.length) {
      this.items = this.items.slice(this.start);
      this.start = 0;
    }
  }
}

/**
 * The trades of the last 24 hours, exactly: a trade counts while `now − time < 24 h`. Trades of one millisecond are
 * kept together, so memory is bounded by the milliseconds of a day that saw trades.
 */
export class DayWindow {
  private readonly trades = new Queue<Aggregate>();
  /** Candidates for the highest rate: later ones are lower; and the reverse. */
  private readonly highs = new Queue<Aggregate>();
  private readonly lows = new Queue<Aggregate>();
  private before: MarketTrade | undefined;
  private newest: MarketTrade | undefined;
  private oldestEver: MarketTrade | undefined;
  volumeTraded = 0n;
  volumeQuote = 0n;

  /** The newest trade ever. */
  get last(): MarketTrade | undefined {
    return this.newest;
  }

  /** The trade whose rate held 24 h ago; without one that old, the first trade. */
  get reference(): MarketTrade | undefined {
    return this.before ?? this.oldestEver;
  }

  get highest(): MarketTrade['rateKey'] | undefined {
    return this.highs.first?.highKey;
  }

  get lowest(): MarketTrade['rateKey'] | undefined {
    return this.lows.first?.lowKey;
  }

  add(trade: MarketTrade): void {
    this.oldestEver ??= trade;
    this.newest = trade;
    this.volumeTraded += trade.traded;
    this.volumeQuote += trade.quote;
    const open = this.trades.last;
    if (open?.time === trade.time) this.trades.dropLast();
    const same = open?.time === trade.time ? open : undefined;
    const aggregate: Aggregate = {
      ...trade,
      traded: trade.traded + (same?.traded ?? 0n),
      quote: trade.quote + (same?.quote ?? 0n),
      highKey: same && same.highKey > trade.rateKey ? same.highKey : trade.rateKey,
      lowKey: same && same.lowKey < trade.rateKey ? same.lowKey : trade.rateKey,
    };
    this.trades.push(aggregate);
    while (this.highs.last && this.highs.last.highKey <= aggregate.highKey) this.highs.dropLast();
    this.highs.push(aggregate);
    while (this.lows.last && this.lows.last.lowKey >= aggregate.lowKey) this.lows.dropLast();
    this.lows.push(aggregate);
  }

  /** Forgets what is 24 h old or older. @param now Unix ms */
  advance(now: number): void {
    const border = now - DAY_MS;
    for (let first = this.trades.first; first && first.time <= border; first = this.trades.first) {
      this.before = first;
      this.volumeTraded -= first.traded;
      this.volumeQuote -= first.quote;
      this.trades.dropFirst();
    }
    while (this.highs.first && this.highs.first.time <= border) this.highs.dropFirst();
    while (this.lows.first && this.lows.first.time <= border) this.lows.dropFirst();
  }
}
