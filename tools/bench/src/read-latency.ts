import { Draw } from './draw';

/** Words of a line of a cache. */
const LINE = 16;
const READS = 2_000_000;

/**
 * Nanoseconds of one read of memory of this size, each at the place that the one before says, in no order: the floor of
 * whatever finds an order among many.
 */
export function readLatency(kilobytes: number): number {
  const lines = (kilobytes * 1_024) / (4 * LINE);
  const words = chainOf(lines);
  let at = 0;
  // Once through, so that it is in whatever cache holds it.
  for (let read = 0; read < lines; read += 1) at = words[at] ?? 0;
  const began = performance.now();
  for (let read = 0; read < READS; read += 1) at = words[at] ?? 0;
  const ns = ((performance.now() - began) * 1e6) / READS;
  // What is read is used, or nothing would be.
  return at < 0 ? Number.NaN : ns;
}

/** Each line's first word is the place of another's, and all lines are one ring. */
function chainOf(lines: number): Int32Array {
  const draw = new Draw(lines);
  const order = Int32Array.from({ length: lines }, (_, line) => line);
  for (let last = lines - 1; last > 0; last -= 1) {
    const other = draw.below(last);
    const line = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = line;
  }
  const words = new Int32Array(lines * LINE);
  order.forEach((line, index) => {
    words[line * LINE] = (order[(index + 1) % lines] ?? 0) * LINE;
  });
  return words;
}
