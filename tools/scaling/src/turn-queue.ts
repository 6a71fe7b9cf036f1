/** A measured point: orders a second that one owner was offered, and the median time to `accepted`. */
export interface MeasuredRate {
  readonly perSecond: number;
  readonly p50Ms: number;
}

/**
 * An owner that takes whatever waits, decides and commits it together, and begins again. A turn of n orders lasts
 * `fixedMs + n · perOrderMs`; at λ orders a millisecond n is λ times that, so it lasts `fixedMs / (1 − λ · perOrderMs)`.
 * An order waits for half of the running turn on average and then for all of its own; the rest of its way takes `wayMs`.
 */
export interface TurnQueue {
  readonly wayMs: number;
  readonly fixedMs: number;
  readonly perOrderMs: number;
}

const TURNS_OF_AN_ORDER = 1.5;
const STEPS = 1_000;

/** How much longer a turn lasts than one of an owner that has nothing to do. */
const stretch = (perSecond: number, perOrderMs: number): number => 1 / (1 - (perSecond / 1_000) * perOrderMs);

/** The median time to `accepted`, in ms; undefined at a rate that the owner can't keep up with. */
export function acceptedMs({ wayMs, fixedMs, perOrderMs }: TurnQueue, perSecond: number): number | undefined {
  if (perSecond * perOrderMs >= 1_000) return undefined;
  return wayMs + TURNS_OF_AN_ORDER * fixedMs * stretch(perSecond, perOrderMs);
}

/** The most orders a second that one owner accepts within a time; 0 when not even one. */
export function mostWithin({ wayMs, fixedMs, perOrderMs }: TurnQueue, ms: number): number {
  const longest = (ms - wayMs) / (TURNS_OF_AN_ORDER * fixedMs);
  return longest <= 1 ? 0 : (1_000 * (1 - 1 / longest)) / perOrderMs;
}

/** A line through points, by least squares, and how far they are from it. */
function lineThrough(points: readonly (readonly [number, number])[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const start = meanY - slope * meanX;
  const error = points.reduce((sum, [x, y]) => sum + ((start + slope * x - y) / y) ** 2, 0);
  return { slope, start, error };
}

/**
 * The queue that explains measured rates best, by the squares of the relative errors: for each thinkable cost of an order
 * the way and the fixed part are those of a line. Needs three rates or more; throws on fewer.
 */
export function fitTurnQueue(rates: readonly MeasuredRate[]): TurnQueue {
  if (rates.length < 3) throw new Error(`Three measured rates or more are needed, not ${rates.length}.`);
  const limit = 1_000 / Math.max(...rates.map(({ perSecond }) => perSecond));
  let best: { queue: TurnQueue; error: number } | undefined;
  for (let step = 1; step < STEPS; step++) {
    const perOrderMs = (limit * step) / STEPS;
    const { slope, start, error } = lineThrough(
      rates.map(({ perSecond, p50Ms }) => [stretch(perSecond, perOrderMs), p50Ms] as const),
    );
    if (start < 0 || slope <= 0 || (best !== undefined && best.error <= error)) continue;
    best = { queue: { wayMs: start, fixedMs: slope / TURNS_OF_AN_ORDER, perOrderMs }, error };
  }
  if (best === undefined) throw new Error('The measured times do not grow with the rate; measure longer.');
  return best.queue;
}
