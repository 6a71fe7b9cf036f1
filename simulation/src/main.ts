import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readFlags, wholeNumber } from '../../tools/kit/command-line/read-flags';
import { runTool } from '../../tools/kit/command-line/run-tool';
import { runSimulation } from './run-simulation';

const USAGE = `npm run simulation [-- options]: the whole exchange under faults, from each of many seeds

  --seeds N      how many seeds (default 200)
  --first N      the first of them (default 1)
  --processes N  how many run at once (default: one for each core)
  --help         this text

Seeds that find something are told at once. Ends with code 1 when one did.
`;

const TOLD_EVERY = 10;

interface Wanted {
  readonly first: number;
  readonly seeds: number;
  readonly processes: number;
}

function read(args: readonly string[]): Wanted {
  const given = readFlags(['seeds', 'first', 'processes'], args, USAGE);
  const number = (flag: 'seeds' | 'first' | 'processes', normal: number): number =>
    wholeNumber(flag, given[flag] ?? String(normal), [1, 1_000_000_000], USAGE);
  return {
    first: number('first', 1),
    seeds: number('seeds', 200),
    processes: number('processes', availableParallelism()),
  };
}

/** Runs the seeds one after the other; returns how many found something. */
async function runSeeds(seeds: readonly number[], told: (text: string) => void): Promise<number> {
  let found = 0;
  for (const [index, seed] of seeds.entries()) {
    await runSimulation({ seed: String(seed) }).catch((error: unknown) => {
      found += 1;
      told(`FOUND ${error instanceof Error ? error.message : String(error)}`);
    });
    if ((index + 1) % TOLD_EVERY === 0) told(`${index + 1} of ${seeds.length} seeds, the last was ${seed}`);
  }
  return found;
}

/** Every n-th seed for each process, so that all are at about the same one. */
function share({ first, seeds, processes }: Wanted, process: number): number[] {
  const all = Array.from({ length: seeds }, (_, index) => first + index);
  return all.filter((_, index) => index % processes === process);
}

function inProcess(number: number): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
    env: { ...process.env, SIMULATION_SHARE: String(number) },
  });
  process.once('exit', () => child.kill());
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function run(args: readonly string[]): Promise<void> {
  const wanted = read(args);
  const number = process.env['SIMULATION_SHARE'];
  if (number !== undefined) {
    const found = await runSeeds(share(wanted, Number(number)), (text) => console.log(`[${number}] ${text}`));
    process.exit(found === 0 ? 0 : 1);
  }
  process.once('SIGTERM', () => process.exit(1));
  const began = performance.now();
  const ends = Array.from({ length: wanted.processes }, (_, index) => inProcess(index));
  const failed = (await Promise.all(ends)).some((code) => code !== 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${wanted.seeds} seeds in ${seconds} s: ${failed ? 'SOMETHING WAS FOUND' : 'nothing was found'}`,
  );
  process.exitCode = failed ? 1 : 0;
}

await runTool(USAGE, run);
