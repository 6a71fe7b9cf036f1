/** Time and timers come from outside, so that the same services run on a simulated clock. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Milliseconds since some moment, on a clock that nobody sets; it goes on while the process is frozen. */
  elapsed(): number;
  /** Resolves after `milliseconds`, or at once when `signal` is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Random bytes come from outside, so that a simulation can be repeated. */
export interface Entropy {
  bytes(length: number): Uint8Array;
}
