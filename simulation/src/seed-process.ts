import { fork } from 'node:child_process';
import { type RunSummary, runSimulation } from './run-simulation';

/** What the run of a seed came to. */
export type SeedResult = { readonly seed: number } & (
  | { readonly summary: RunSummary }
  /** What was found, and after what. */
  | { readonly finding: string }
);

/** Tells a process of the bundled simulation which seeds are its own. */
const SEEDS = 'SIMULATION_SEEDS';

/** The seeds that this process was started for; undefined when it is not one of {@link simulateInProcess}. */
export const seedsOfThisProcess = (): readonly number[] | undefined =>
  process.env[SEEDS]?.split(',').map(Number);

/** Runs the seeds one after the other, and tells whoever started this process what each came to. */
export async function runSeeds(seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) process.send?.(await resultOf(seed));
  process.disconnect();
}

async function resultOf(seed: number): Promise<SeedResult> {
  try {
    return { seed, summary: await runSimulation({ seed: String(seed) }) };
  } catch (error) {
    return { seed, finding: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Has a process of its own run the seeds; resolves when that process ended.
 * @param program the bundled simulation: it is three times as fast as its sources under Jest
 */
export async function simulateInProcess(
  program: string,
  seeds: readonly number[],
  told: (result: SeedResult) => void,
): Promise<void> {
  if (seeds.length === 0) return;
  const child = fork(program, [], { env: { ...process.env, [SEEDS]: seeds.join(',') }, execArgv: [] });
  const end = () => void child.kill();
  process.once('exit', end);
  child.on('message', (result) => {
    told(result as SeedResult);
  });
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.off('exit', end);
}
