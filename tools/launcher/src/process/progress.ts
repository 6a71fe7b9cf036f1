const STILL_EVERY_MS = 10_000;

/** What the person at the console sees. */
export class Progress {
  readonly #write: (line: string) => void;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  say(line: string): void {
    this.#write(line);
  }

  warn(name: string, what: string): void {
    this.#write(`! ${name}: ${what}`);
  }

  /** Runs a step and says how long it took; `what` is told of the result beside the name. */
  async step<T>(name: string, run: () => Promise<T>, what: (result: T) => string = () => ''): Promise<T> {
    this.#write(`  ${name}…`);
    const started = performance.now();
    const still = setInterval(() => {
      this.#write(`  ${name}… ${Math.round((performance.now() - started) / 1000)} s so far`);
    }, STILL_EVERY_MS);
    const result = await run().finally(() => {
      clearInterval(still);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const detail = what(result);
    this.#write(`✓ ${name} (${seconds} s)${detail === '' ? '' : `: ${detail}`}`);
    return result;
  }
}
