import { type Child, type Program, startChild } from './child';
import { Crashes } from './crashes';
import { setTimeout as delay } from 'node:timers/promises';
import type { StartedProcesses } from './left-processes';
import { lastLines } from './log-file';
import type { Progress } from './progress';

const CRASHES_BEFORE_READY_MAX = 5;

/** A program that is started again when it ends unasked. */
export class Supervised {
  readonly #program: Program;
  readonly #started: StartedProcesses;
  readonly #progress: Progress;
  #child: Child | undefined;
  #stopping = false;
  #beginsAgain = false;
  readonly #crashes = new Crashes();
  #sinceStart = 0;
  #starting: Promise<void> | undefined;
  #watching: Promise<void> | undefined;
  #giveUp: (error: Error) => void = () => undefined;
  /** Rejects if it ends again and again before {@link settled} was called; never resolves. */
  readonly hopeless: Promise<never>;
  #settled = false;

  constructor(program: Program, started: StartedProcesses, progress: Progress) {
    this.#program = program;
    this.#started = started;
    this.#progress = progress;
    this.hopeless = new Promise((_resolve, reject) => {
      this.#giveUp = reject;
    });
    // Whoever starts the exchange waits for it; without one, giving up is said on the console only.
    this.hopeless.catch(() => undefined);
  }

  get name(): string {
    return this.#program.name;
  }

  async start(): Promise<void> {
    this.#starting = this.#startChild();
    await this.#starting;
    this.#watching = this.#watch();
  }

  /** From now on it is started again however often it ends. */
  settled(): void {
    this.#settled = true;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // Until it is there, nothing can be stopped, and it would outlive whoever starts it.
    await Promise.allSettled([this.#starting]);
    await this.#child?.stop();
    await this.#watching;
  }

  /** Ends it in order and starts it again. */
  async beginAgain(): Promise<void> {
    this.#beginsAgain = true;
    await this.#child?.stop();
  }

  kill(): void {
    this.#stopping = true;
    this.#child?.kill();
  }

  async #watch(): Promise<void> {
    while (this.#child !== undefined) {
      const how = await this.#child.ended;
      if (this.#stopping) return;
      if (this.#beginsAgain) {
        this.#beginsAgain = false;
        await this.#startChild();
        continue;
      }
      const pauseMs = this.#crashes.pauseAfter(performance.now() - this.#sinceStart);
      const { name, logFile } = this.#program;
      this.#progress.warn(name, `ended by itself (${how}); its log: ${logFile}`);
      if (!this.#settled && this.#crashes.inARow >= CRASHES_BEFORE_READY_MAX) {
        this.#giveUp(new Error(`${name} doesn't stay up. The end of its log:\n${lastLines(logFile, 15)}`));
        return;
      }
      await delay(pauseMs);
      // Stopped while it waited.
      if (this.#stopping as boolean) return;
      await this.#startChild();
    }
  }

  async #startChild(): Promise<void> {
    this.#child = await startChild(this.#program, this.#started);
    this.#sinceStart = performance.now();
    // Stopped while it was being started.
    if (this.#stopping) await this.#child.stop();
  }
}
