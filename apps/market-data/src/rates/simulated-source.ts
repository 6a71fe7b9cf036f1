import type { Ratio } from '@exchange/core/kernel';
import type { Clock } from '@exchange/platform';
import { heightAt, HEIGHT_MAX as PPM } from '../random-height';
import type { RateSource, AssetValue } from './rate-source';

/** An asset of the simulated world: its value in dollars sways around this by at most so much. */
export interface SimulatedValue {
  readonly asset: string;
  readonly value: Ratio;
  readonly swayPpm: number;
}

const EVERY_MS = 2_000;

/** Slow waves carry most of the sway; each moves between random heights at its own pace. */
const WAVES = [
  { periodMs: 3_600_000, share: 600_000n },
  { periodMs: 600_000, share: 300_000n },
  { periodMs: 60_000, share: 80_000n },
  { periodMs: 10_000, share: 20_000n },
] as const;

/** How far one source is from what the others say, at most. */
const SOURCE_SWAY_PPM = 100n;
const SOURCE_WAVE_MS = 30_000;

/**
 * A source for a setup without the outside world: values that wander moderately, given by seed and clock alone, so
 * that a restart goes on where the last process was.
 */
export class SimulatedSource implements RateSource {
  readonly everyMs = EVERY_MS;

  constructor(
    readonly name: string,
    private readonly seed: string,
    private readonly values: readonly SimulatedValue[],
    private readonly clock: Clock,
  ) {}

  async read(): Promise<readonly AssetValue[]> {
    const now = this.clock.now();
    return Promise.resolve(this.values.map((each) => ({ asset: each.asset, value: this.#value(each, now) })));
  }

  #value({ asset, value, swayPpm }: SimulatedValue, now: number): Ratio {
    const own = `${this.seed} ${this.name} ${asset}`;
    let ppm = PPM + (SOURCE_SWAY_PPM * heightAt(own, SOURCE_WAVE_MS, now)) / PPM;
    for (const { periodMs, share } of WAVES) {
      const height = heightAt(`${this.seed} ${asset} ${periodMs}`, periodMs, now);
      ppm += (BigInt(swayPpm) * share * height) / (PPM * PPM);
    }
    return { numerator: value.numerator * ppm, denominator: value.denominator * PPM };
  }
}
