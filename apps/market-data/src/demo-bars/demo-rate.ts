import { bookRate, present, type Ratio, type RateKey } from '@exchange/core/kernel';
import { heightAt, HEIGHT_MAX } from '../random-height';

const MINUTE_MS = 60_000;

/** How far a rate sways, in millionths. A quarter of the time moves it half as far, as rates of markets do. */
const WAVES = [
  { periodMs: 8 * 1_440 * MINUTE_MS, swayPpm: 80_000n },
  { periodMs: 2 * 1_440 * MINUTE_MS, swayPpm: 40_000n },
  { periodMs: 720 * MINUTE_MS, swayPpm: 20_000n },
  { periodMs: 180 * MINUTE_MS, swayPpm: 10_000n },
  { periodMs: 45 * MINUTE_MS, swayPpm: 5_000n },
  { periodMs: 12 * MINUTE_MS, swayPpm: 2_500n },
  { periodMs: 3 * MINUTE_MS, swayPpm: 1_200n },
  { periodMs: MINUTE_MS, swayPpm: 600n },
] as const;

/** How far from its rate at the end a market was at a time, in millionths. */
function swayAt(market: string, time: number): bigint {
  return WAVES.reduce((sum, { periodMs, swayPpm }) => {
    return sum + (swayPpm * heightAt(`${market} ${periodMs}`, periodMs, time)) / HEIGHT_MAX;
  }, 0n);
}

/** The rate of a market that never was: by its name and the time alone, and such that it is `last` at the end. */
export class DemoRate {
  private readonly swayAtEnd: bigint;

  /** `last`: quote per traded token, in whole tokens; `end`: Unix ms. */
  constructor(
    private readonly market: string,
    private readonly last: Ratio,
    end: number,
  ) {
    this.swayAtEnd = swayAt(market, end);
  }

  /** At a time in Unix ms, and by so many millionths further away; rounded down to a rate. */
  at(time: number, morePpm = 0n): RateKey {
    const { numerator, denominator } = this.last;
    const ppm = HEIGHT_MAX + swayAt(this.market, time) - this.swayAtEnd;
    const rate = numerator * ppm * (HEIGHT_MAX + morePpm);
    const one = denominator * HEIGHT_MAX * HEIGHT_MAX;
    return present(bookRate('buy', one, rate, { traded: 0, quote: 0 }), `a rate of ${this.market}`);
  }
}
