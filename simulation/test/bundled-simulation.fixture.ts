import { present } from '@exchange/core/kernel';
import { execFileSync } from 'node:child_process';
import type { RunSummary } from '../src/run-summary';
import { type SimulationResult, type SimulationTask, simulateInProcess } from '../src/simulation-process';

/** The results of tasks as a process of the bundled simulation comes to them, in their order. */
export class BundledSimulation {
  readonly #results: SimulationResult[] = [];
  #waiting: (() => void)[] = [];
  #isOver = false;

  /** Begins; `name` is that of its bundle, so that two can be made at once. */
  start(name: string, tasks: readonly SimulationTask[]): void {
    const program = `dist/simulation/${name}.js`;
    const build = `(await import('./tools/build/bundle.mjs')).bundleSimulation('${program}')`;
    execFileSync(process.execPath, ['--input-type=module', '-e', `await ${build}`]);
    const told = (result: SimulationResult) => {
      this.#results.push(result);
      this.#wake();
    };
    void simulateInProcess(program, tasks, told).finally(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** What the task at this place came to; rejects when the process is gone before. */
  async result(index: number): Promise<SimulationResult> {
    while (index >= this.#results.length && !this.#isOver)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return present(this.#results[index], `result ${index}: its process ended`);
  }

  /** What the run at this place did; rejects with what was found in it. */
  async summary(index: number): Promise<RunSummary> {
    const result = await this.result(index);
    if (result.outcome === 'found') throw new Error(result.finding);
    return result.summary;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
