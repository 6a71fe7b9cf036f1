import type { Ratio } from '@exchange/core/kernel';
import type { Clock } from '@exchange/platform';
import type { RateSource, AssetValue } from './rate-source';

/** An asset of the simulated world: its value in dollars sways around this by at most so much. */
export interface SimulatedValue {
  readonly asset: string;
  readonly value: Ratio;
  readonly swayPpm: number;
}

const PPM = 1_000_000n;
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

/** A height from −1 000 000 to 1 000 000 that moves in a straight line from one random height to the next. */
function heightAt(wave: string, periodMs: number, now: number): bigint {
  const step = Math.floor(now / periodMs);
  const from = randomHeight(`${wave} ${step}`);
  const to = randomHeight(`${wave} ${step + 1}`);
  return from + ((to - from) * BigInt(now - step * periodMs)) / BigInt(periodMs);
}

/** FNV-1a with a final mix (MurmurHash3): the same text gives the same height for ever. */
function randomHeight(text: string): bigint {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (BigInt((hash ^ (hash >>> 16)) >>> 0) % (2n * PPM + 1n)) - PPM;
}
