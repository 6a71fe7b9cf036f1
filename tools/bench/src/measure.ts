import type { Engine } from './engines';
import { CHUNK, type Flow, type FlowStep } from './flow';

export interface Measured {
  readonly perSecond: number;
  /** Nanoseconds of one step at 50 %, 99 % and 99.9 %. */
  readonly percentiles: readonly number[];
}

function* chunksOf(steps: readonly FlowStep[]): Iterable<readonly FlowStep[]> {
  for (let from = 0; from < steps.length; from += CHUNK) yield steps.slice(from, from + CHUNK);
}

/** Runs the flow and times it in chunks: the clock costs nothing then. Steps are prepared before their chunk. */
export function throughput<P, A>(engine: Engine<P, A>, flow: Flow): number {
  for (const step of flow.opening) engine.apply(engine.prepare(step));
  let ms = 0;
  for (const chunk of chunksOf(flow.steps)) {
    const prepared = chunk.map((step) => engine.prepare(step));
    const began = performance.now();
    for (const one of prepared) engine.apply(one);
    ms += performance.now() - began;
  }
  return (flow.steps.length * 1_000) / ms;
}

/** Runs the flow and times each step; also tells what each filled. */
export function latencies<P, A>(
  engine: Engine<P, A>,
  flow: Flow,
  onFills: (fills: string) => void = () => undefined,
): readonly number[] {
  for (const step of flow.opening) engine.apply(engine.prepare(step));
  const samples = new Float64Array(flow.steps.length);
  for (const [index, step] of flow.steps.entries()) {
    const prepared = engine.prepare(step);
    const began = performance.now();
    const answer = engine.apply(prepared);
    samples[index] = (performance.now() - began) * 1e6;
    onFills(engine.fills(step, answer));
  }
  samples.sort();
  return [0.5, 0.99, 0.999].map((part) => samples[Math.ceil(samples.length * part) - 1] ?? Number.NaN);
}

/** Both, each on an engine of its own. */
export function measure<P, A>(
  create: () => Engine<P, A>,
  flow: Flow,
  onFills?: (fills: string) => void,
): Measured {
  return { perSecond: throughput(create(), flow), percentiles: latencies(create(), flow, onFills) };
}
