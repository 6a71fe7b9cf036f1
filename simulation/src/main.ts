import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runSimulation } from './run-simulation';

const USAGE = `npm run simulation -- --seeds 200 [--first 1] [--processes 2]

Runs the whole exchange under faults from each of so many seeds. Seeds that find something are told at once.`;

const TOLD_EVERY = 10;

interface Wanted {
  readonly first: number;
  readonly seeds: number;
  readonly processes: number;
}

function read(args: readonly string[]): Wanted {
  const text = { type: 'string' } as const;
  const options = { seeds: text, first: text, processes: text } as const;
  const { values } = parseArgs({ args: [...args], options });
  const number = (given: string | undefined, otherwise: number): number => {
    const value = given === undefined ? otherwise : Number(given);
    if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${given} is not a number of at least 1.`);
    return value;
  };
  return {
    first: number(values.first, 1),
    seeds: number(values.seeds, 200),
    processes: number(values.processes, availableParallelism()),
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

function inProcess(wanted: Wanted, number: number): Promise<number> {
  const { first, seeds, processes } = wanted;
  const flags = ['--first', `${first}`, '--seeds', `${seeds}`, '--processes', `${processes}`];
  const child = fork(fileURLToPath(import.meta.url), flags, {
    env: { ...process.env, SIMULATION_SHARE: String(number) },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function main(): Promise<void> {
  const wanted = read(process.argv.slice(2));
  const number = process.env['SIMULATION_SHARE'];
  if (number !== undefined) {
    const seeds = share(wanted, Number(number));
    const found = await runSeeds(seeds, (text) => console.log(`[${number}] ${text}`));
    process.exit(found === 0 ? 0 : 1);
  }
  const began = performance.now();
  const processes = Math.min(wanted.processes, wanted.seeds);
  const ends = Array.from({ length: processes }, (_, index) => inProcess({ ...wanted, processes }, index));
  const failed = (await Promise.all(ends)).some((code) => code !== 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${wanted.seeds} seeds in ${seconds} s: ${failed ? 'SOMETHING WAS FOUND' : 'nothing was found'}`,
  );
  process.exitCode = failed ? 1 : 0;
}

await main().catch((error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
