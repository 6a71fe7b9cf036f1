/** A key that failed to sign is asked for signatures again after so long, though it answers other questions. */
const REST_MS = 300_000;

/** Whether a key gives signatures, by what became of the questions to it. Times are milliseconds that only rise. */
export class SignerWatch {
  #silentSince: number | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  /** It gave a signature. */
  signed(): void {
    this.#silentSince = undefined;
  }

  /** It gave none. */
  failed(now: number): void {
    this.#silentSince ??= now;
    this.#failedAt = now;
  }

  /** What it said when it was asked whether it is there; that alone is no signature. */
  answered(isThere: boolean, now: number): void {
    if (!isThere) this.#silentSince ??= now;
    else if (now - this.#failedAt >= REST_MS) this.#silentSince = undefined;
  }

  /** Whether it failed to sign since then. */
  hasFailed(since: number): boolean {
    return this.#failedAt >= since;
  }

  /** Whether it has given nothing for so long. */
  isAway(now: number, awayMs: number): boolean {
    return this.#silentSince !== undefined && now - this.#silentSince >= awayMs;
  }
}
