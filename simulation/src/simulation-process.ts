import { present } from '@exchange/core/kernel';
import { fork } from 'node:child_process';
import { INJECTED_BUGS } from './bugs/injected-bugs';
import { type RunOptions, runSimulation } from './run-simulation';
import type { RunSummary } from './run-summary';

/** A run from a seed, or a bug (by its name) to put in and look for. */
export type SimulationTask =
  | (Omit<RunOptions, 'rebuild'> & { readonly bug?: never })
  | { readonly bug: string; readonly seed?: never };

/** What became of a task, in the last seed that was run for it. */
export type SimulationResult = { readonly seed: string } & (
  | { readonly outcome: 'passed'; readonly summary: RunSummary }
  /** What the auditor found, and after what. */
  | { readonly outcome: 'found'; readonly finding: string }
);

/** Tells a process of the bundled simulation what it is to do. */
const TASKS = 'SIMULATION_TASKS';
/** Nearly all that a run makes is garbage at once. With the usual 16 MB, much of it is copied before; that took 12 % of its time. */
const YOUNG_MB = 64;
/** In how many seeds a bug is looked for. */
const BUG_SEEDS = 24;

/** What this process was started for; undefined when it is not one of {@link simulateInProcess}. */
export function tasksOfThisProcess(): readonly SimulationTask[] | undefined {
  const tasks = process.env[TASKS];
  return tasks === undefined ? undefined : (JSON.parse(tasks) as SimulationTask[]);
}

/** Does one task after the other, and tells whoever started this process what each came to. */
export async function runTasks(tasks: readonly SimulationTask[]): Promise<void> {
  for (const task of tasks)
    process.send?.(await (task.bug === undefined ? resultOf(task) : lookForBug(task.bug)));
  process.disconnect();
}

/** In the seed that showed it when somebody last looked, and then in others: any change may move it, or let another check come first. */
async function lookForBug(name: string): Promise<SimulationResult> {
  const bug = present(
    INJECTED_BUGS.find((one) => one.name === name),
    name,
  );
  const { faults: first = [], layout = 'one process', rebuild, shownBy } = bug;
  const others = Array.from({ length: BUG_SEEDS }, (_, index) => index + 1);
  let result: SimulationResult | undefined;
  for (const number of [shownBy, ...others.filter((one) => one !== shownBy)]) {
    const options = { seed: `bug ${number}`, commands: 150, first, rebuild: rebuild(), layout };
    result = await resultOf(options);
    if (result.outcome === 'found' && bug.finding.test(result.finding)) break;
  }
  return present(result, name);
}

async function resultOf(options: RunOptions): Promise<SimulationResult> {
  const { seed } = options;
  try {
    return { seed, outcome: 'passed', summary: await runSimulation(options) };
  } catch (error) {
    return { seed, outcome: 'found', finding: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Has a process of its own do the tasks; resolves when that process ended.
 * @param program the bundled simulation: it is three times as fast as its sources under Jest
 */
export async function simulateInProcess(
  program: string,
  tasks: readonly SimulationTask[],
  told: (result: SimulationResult) => void,
): Promise<void> {
  if (tasks.length === 0) return;
  const env = { ...process.env, [TASKS]: JSON.stringify(tasks) };
  const child = fork(program, [], { env, execArgv: [`--max-semi-space-size=${YOUNG_MB}`] });
  const end = () => void child.kill();
  process.once('exit', end);
  child.on('message', (result) => {
    told(result as SimulationResult);
  });
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.off('exit', end);
}
