/** Time and timers come from outside, so that the same services run on a simulated clock. */
export interface Clock {
  /** Unix milliseconds, as the machine says: it may be set forward and back. For what is stored, signed or shown. */
  now(): number;
  /**
   * Milliseconds that go on evenly, whatever the machine's clock is set to: Unix time as it was when the process began,
   * and what has passed since, also while the process was frozen. For durations, silence and deadlines. Of another process it says something else.
   */
  steady(): number;
  /** Names this run of the steady clock: a process that is started again has another. */
  readonly run: number;
  /** Resolves after `milliseconds`, or at once when `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Random bytes come from outside, so that a simulation can be repeated. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}
