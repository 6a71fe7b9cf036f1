/** Things done again and again, each at its own pace and never twice at once. */
export class Rounds {
  readonly #onError: (error: unknown) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #ended = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Runs `act` every so many ms; a round that takes longer delays the next. The first ones are spread over the pace. */
  every(ms: number, act: () => Promise<void> | void): void {
    // So that all who have the same pace don't act in the same instant.
    this.#later((this.#timers.size * 97) % ms, ms, act);
  }

  /** Begins no further round, and waits for those that run. */
  async end(): Promise<void> {
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #later(inMs: number, ms: number, act: () => Promise<void> | void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const round = this.#round(act);
      this.#running.add(round);
      void round.finally(() => {
        this.#running.delete(round);
        if (!this.#ended) this.#later(ms, ms, act);
      });
    }, inMs);
    this.#timers.add(timer);
  }

  async #round(act: () => Promise<void> | void): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#onError(error);
    }
  }
}
