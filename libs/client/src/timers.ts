/** Time and waiting, which tests replace. */
export interface Timers {
  /** Unix ms. */
  now(): number;
  /** Calls after so many ms, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many ms. */
export const pause = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => void timers.after(ms, resolve));
