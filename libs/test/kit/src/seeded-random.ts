import { present } from '@exchange/core/kernel';

/** Repeatable randomness for tests and simulations; never for secrets. */
export interface SeededRandom {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [from, to], both inclusive. */
  integer(from: number, to: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  bytes(length: number): Uint8Array;
  /** An independent stream of randomness named by `label`; using it doesn't disturb this one. */
  fork(label: string): SeededRandom;
}

/** The same seed gives the same values for ever (xmur3 to spread the seed, sfc32 to draw). */
export function seededRandom(seed: string | number): SeededRandom {
  const spread = spreader(String(seed));
  const draw = smallFastCounter(spread(), spread(), spread(), spread());
  const next = () => draw() / 2 ** 32;
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (choices) => present(choices[integer(0, choices.length - 1)], 'choice'),
    bytes: (length) => Uint8Array.from({ length }, () => draw() & 0xff),
    fork: (label) => seededRandom(`${seed}/${label}`),
  };
}

function spreader(text: string): () => number {
  let h = 1779033703 ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    h = Math.imul(h ^ text.charCodeAt(at), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    return (h ^= h >>> 16) >>> 0;
  };
}

function smallFastCounter(seedA: number, seedB: number, seedC: number, seedD: number): () => number {
  let [a, b, c, d] = [seedA | 0, seedB | 0, seedC | 0, seedD | 0];
  const draw = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warm = 0; warm < 15; warm += 1) draw();
  return draw;
}
