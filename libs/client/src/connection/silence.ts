import type { Timers } from '../timers';

/** How long a line may be silent, ms: after `quiet` it is asked, after `answer` more it is stale, and after that again lost. */
export interface SilenceMs {
  readonly quiet: number;
  readonly answer: number;
}

export const SILENCE_MS: SilenceMs = { quiet: 10_000, answer: 3_000 };

interface SilenceEvents {
  ask(): void;
  stale(silentMs: number): void;
  /** Something came after all. */
  alive(): void;
  lost(): void;
}

/** Notices when nothing comes on a line. Browsers don't show the server's pings, so the server is asked for an answer. */
export class Silence {
  #heardAt: number;
  #stop: () => void;
  #isStale = false;

  constructor(
    private readonly limits: SilenceMs,
    private readonly timers: Timers,
    private readonly events: SilenceEvents,
  ) {
    this.#heardAt = timers.now();
    this.#stop = this.#waitQuiet();
  }

  heard(): void {
    this.#heardAt = this.timers.now();
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#stop();
    this.#stop = this.#waitQuiet();
    this.events.alive();
  }

  end(): void {
    this.#stop();
  }

  #waitQuiet(): () => void {
    const { quiet, answer } = this.limits;
    const leftMs = Math.max(1, this.#heardAt + quiet - this.timers.now());
    return this.timers.after(leftMs, () => {
      if (this.timers.now() - this.#heardAt < quiet) {
        this.#stop = this.#waitQuiet();
        return;
      }
      const askedAt = this.timers.now();
      this.#stop = this.timers.after(answer, () => this.#unanswered(askedAt));
      this.events.ask();
    });
  }

  #unanswered(askedAt: number): void {
    if (this.#heardAt > askedAt) {
      this.#stop = this.#waitQuiet();
      return;
    }
    this.#isStale = true;
    this.#stop = this.timers.after(this.limits.answer, () => this.events.lost());
    this.events.stale(this.timers.now() - this.#heardAt);
  }
}
