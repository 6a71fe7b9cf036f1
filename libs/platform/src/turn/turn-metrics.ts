/** What a turn tells about itself; times in milliseconds. */
export interface TurnMetrics {
  /** A monotonic clock with fractions of a millisecond. */
  now(): number;
  turn(facts: {
    inputs: number;
    waiting: number;
    prepareMs: number;
    decideMs: number;
    commitMs: number;
  }): void;
  /** A request was refused because too many wait. */
  refused(): void;
  /** A fault made the commit try again. */
  commitRetried(): void;
  ready(ready: boolean): void;
}

/** For simulations and tests, which measure nothing. */
export const silentTurnMetrics: TurnMetrics = {
  now: () => 0,
  turn: () => undefined,
  refused: () => undefined,
  commitRetried: () => undefined,
  ready: () => undefined,
};
