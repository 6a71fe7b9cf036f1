import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readFlags, wholeNumber } from '../../tools/kit/command-line/read-flags';
import { runTool } from '../../tools/kit/command-line/run-tool';
import { runTasks, simulateInProcess, tasksOfThisProcess } from './simulation-process';

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

/** Every n-th seed for each process, so that all are at about the same one. */
function share({ first, seeds, processes }: Wanted, process: number): number[] {
  const all = Array.from({ length: seeds }, (_, index) => first + index);
  return all.filter((_, index) => index % processes === process);
}

/** Runs the seeds in a process of their own, and tells what they find; resolves with how many found something. */
async function runShare(seeds: readonly number[], process: number): Promise<number> {
  let [found, done] = [0, 0];
  const told = (text: string) => void console.log(`[${process}] ${text}`);
  const tasks = seeds.map((seed) => ({ seed: String(seed) }));
  await simulateInProcess(fileURLToPath(import.meta.url), tasks, (result) => {
    done += 1;
    if (result.outcome !== 'passed') {
      found += 1;
      told(`FOUND ${result.finding}`);
    }
    if (done % TOLD_EVERY === 0) told(`${done} of ${seeds.length} seeds, the last was ${result.seed}`);
  });
  // A process that ended early is a finding, too.
  return found + seeds.length - done;
}

async function run(args: readonly string[]): Promise<void> {
  const own = tasksOfThisProcess();
  if (own !== undefined) return runTasks(own);
  const wanted = read(args);
  process.once('SIGTERM', () => process.exit(1));
  const began = performance.now();
  const shares = Array.from({ length: wanted.processes }, (_, index) =>
    runShare(share(wanted, index), index),
  );
  const failed = (await Promise.all(shares)).some((found) => found > 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${wanted.seeds} seeds in ${seconds} s: ${failed ? 'SOMETHING WAS FOUND' : 'nothing was found'}`,
  );
  process.exitCode = failed ? 1 : 0;
}

await runTool(USAGE, run);
