import type { BenchedEngine } from './engines';
import { CHUNK, type Flow, type FlowStep } from './flow';

export interface Measured {
  readonly perSecond: number;
  /** Nanoseconds of one step at 50 %, 99 % and 99.9 %. */
  readonly percentiles: readonly number[];
  /** Which orders were filled, step by step. */
  readonly fills: string;
  /** Of all that happened, where the engine has one. */
  readonly hash: string | undefined;
}

function* chunksOf(steps: readonly FlowStep[]): Iterable<readonly FlowStep[]> {
  for (let from = 0; from < steps.length; from += CHUNK) yield steps.slice(from, from + CHUNK);
}

/** Runs the flow and times it in chunks: the clock costs nothing then. Steps are prepared before their chunk. */
export function throughput<P, A>(engine: BenchedEngine<P, A>, flow: Flow): number {
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

/** Runs the flow on both of two engines: times chunks on one, and each step on the other, which tells what it did. */
export function measure<P, A>(create: () => BenchedEngine<P, A>, flow: Flow): Measured {
  const perSecond = throughput(create(), flow);
  const engine = create();
  for (const step of flow.opening) engine.apply(engine.prepare(step));
  const samples = new Float64Array(flow.steps.length);
  const fills: string[] = [];
  for (const [index, step] of flow.steps.entries()) {
    const prepared = engine.prepare(step);
    const began = performance.now();
    const answer = engine.apply(prepared);
    samples[index] = (performance.now() - began) * 1e6;
    const filled = engine.fills(step, answer);
    if (filled !== '') fills.push(filled);
  }
  samples.sort();
  const at = (part: number) => samples[Math.ceil(samples.length * part) - 1] ?? Number.NaN;
  const percentiles = [0.5, 0.99, 0.999].map(at);
  return { perSecond, percentiles, fills: fills.join(' '), hash: engine.hash?.() };
}
