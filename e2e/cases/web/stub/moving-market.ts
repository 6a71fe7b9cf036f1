import { formatRate, type RateKey, rateKey, parseRate } from '@exchange/core/kernel';
import { bookChecksum, checksumText } from '@exchange/core/wire';
import { seededRandom } from '../../../../tools/kit/random';

export const MARKET = 'ETHDAI';
const SEED = 7;
const LINES = 20;
const MIDDLE = '3000';
/** Far lines change less often than those at the middle. */
const NEARNESS = 2;
const UNIT = 10n ** 14n;
const PARTS = 1_000_000;

export const BAR_MS = 900_000;
/** A trade and the running bar come with every fourth update. */
const TRADES_EVERY = 4;
/** A rate that waves about the middle. */
const rateOf = (time: number): number => 3_000 + 40 * Math.sin(time / 2.3e7) + 9 * Math.sin(time / 1.1e6);

/** When the bar began that runs at a moment; Unix ms. */
export const barStart = (now: number): number => Math.floor(now / BAR_MS) * BAR_MS;

type Line = readonly [direction: 1 | 0, rate: string, amount: string, count: number];

/** A market whose book, trades and running bar change as often as one asks; the same for the same seed. */
export class MovingMarket {
  readonly #random = seededRandom(SEED);
  readonly #sides: Readonly<Record<1 | 0, Line[]>> = { 1: [], 0: [] };
  #seq = 1;
  #trade = 1;

  constructor() {
    const middle = parseRate(MIDDLE, 'rate');
    if (!middle.ok) throw new Error(middle.message);
    for (let at = 1; at <= LINES; at += 1) {
      this.#sides[1].push(this.#line(1, rateKey(middle.value - at)));
      this.#sides[0].push(this.#line(0, rateKey(middle.value + at)));
    }
  }

  /** Message of a snapshot of the book. */
  snapshot(): unknown {
    return [this.#seq, this.#checksum(), this.lines];
  }

  /** Message of an update: another amount at some rate. */
  update(): unknown {
    const direction = this.#random.between(0, 1) === 1 ? 1 : 0;
    const place = Math.floor(this.#part() ** NEARNESS * LINES);
    const [, rate = MIDDLE] = this.#sides[direction][place] ?? [];
    const line: Line = [direction, rate, this.#amount(), 1];
    this.#sides[direction][place] = line;
    this.#seq += 1;
    return [this.#seq - 1, this.#seq, this.#checksum(), [line]];
  }

  /**
   * Frames of so many updates a second, for so long from `start` on (Unix ms): each holds one update, every fourth a trade
   * and the running bar, too. The market is then as the last one leaves it.
   */
  record(perSecond: number, seconds: number, start: number): readonly string[] {
    return Array.from({ length: perSecond * seconds }, (_, at) => {
      const now = Math.round(start + (at * 1_000) / perSecond);
      const packets: unknown[] = [[MARKET, 'sb', this.update()]];
      if (at % TRADES_EVERY === 0)
        packets.push([MARKET, 't', this.trade(now)], [MARKET, 'bar', this.bar(barStart(now))]);
      return JSON.stringify(packets);
    });
  }

  /** Message of a trade now. */
  trade(now: number): unknown {
    this.#trade += 1;
    const direction = this.#random.between(0, 1);
    const [, rate = MIDDLE] = this.#sides[direction === 1 ? 0 : 1][0] ?? [];
    return [this.#trade, direction, rate, this.#amount(), now];
  }

  /** Message of a bar that opened at `time`. */
  bar(time: number): unknown {
    const [open, close] = [rateOf(time), rateOf(time + BAR_MS)].map((rate) => Number(rate.toFixed(1)));
    const [low, high] = [Math.min(open ?? 0, close ?? 0) - 2, Math.max(open ?? 0, close ?? 0) + 2];
    return [time, open, high, low, close, 10 + 10 * this.#part()];
  }

  /** As in a snapshot: buys down, sells up. */
  get lines(): readonly Line[] {
    return [...this.#sides[1], ...this.#sides[0]];
  }

  #line(direction: 1 | 0, key: RateKey): Line {
    return [direction, formatRate(key), this.#amount(), 1];
  }

  #amount(): string {
    return String(BigInt(this.#random.between(1_000, 90_000)) * UNIT);
  }

  /** From 0 to less than 1. */
  #part(): number {
    return this.#random.between(0, PARTS - 1) / PARTS;
  }

  #checksum(): number {
    return bookChecksum(this.lines.map(checksumText));
  }
}
