import { beforeAll, describe, expect, it } from '@jest/globals';
import { present } from '@exchange/core/kernel';
import { execFileSync } from 'node:child_process';
import type { RunSummary } from '../src/run-simulation';
import { type SeedResult, simulateInProcess } from '../src/seed-process';

const LONGEST_MS = 120_000;

/** The results of seeds as the bundled simulation comes to them, in order. */
class SeedRun {
  readonly #results = new Map<number, SeedResult>();
  #waiting: (() => void)[] = [];
  #isOver = false;

  /** Begins; `name` is that of its bundle, so that two can be made at once. */
  start(name: string, seeds: readonly number[]): void {
    const program = `dist/simulation/${name}.js`;
    const build = `(await import('./tools/build/bundle.mjs')).bundleSimulation('${program}')`;
    execFileSync(process.execPath, ['--input-type=module', '-e', `await ${build}`]);
    const told = (result: SeedResult) => {
      this.#results.set(result.seed, result);
      this.#wake();
    };
    void simulateInProcess(program, seeds, told).finally(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** Rejects with what the seed found, or when its process is gone. */
  async summaryOf(seed: number): Promise<RunSummary> {
    while (!this.#results.has(seed) && !this.#isOver)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const result = present(this.#results.get(seed), `result of seed ${seed}: its process ended`);
    if ('finding' in result) throw new Error(result.finding);
    return result.summary;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Each seed is a test of its own, so that a failing one is named and can be run alone. */
export function simulateSeeds(first: number, last: number): void {
  describe('the whole exchange under faults', () => {
    const trades: number[] = [];
    const layouts = new Set<string>();
    const run = new SeedRun();
    const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    beforeAll(() => run.start(`seeds-${first}`, seeds));

    for (const seed of seeds) {
      it(
        `loses nothing, doubles nothing and tells the truth (seed ${seed})`,
        async () => {
          const summary = await run.summaryOf(seed);
          expect(summary.commands).toBeGreaterThanOrEqual(300);
          expect(summary.faults).toBeGreaterThanOrEqual(10);
          // Fewer than commands and faults: what stands still, or isn't stored yet, matches nothing.
          expect(summary.trades).toBeGreaterThanOrEqual(5);
          expect(summary.frames).toBeGreaterThan(0);
          trades.push(summary.trades);
          layouts.add(summary.layout);
        },
        LONGEST_MS,
      );
    }

    it('has one process of accounts in some, and groups in others', () => {
      expect(layouts.size).toBe(2);
    });

    it('makes more than ten trades a seed, one with another', () => {
      expect(trades.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10 * trades.length);
    });
  });
}
