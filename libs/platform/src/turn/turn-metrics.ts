import type { ServiceName } from '@exchange/core/kernel';
/** What a turn is now, to whoever asks. */
export interface MeasuredTurn {
  /** Inputs that wait. */
  readonly waiting: number;
  /** Turns that are decided and not known to be committed. */
  readonly uncommitted: number;
  readonly ready: boolean;
  /** Logs of which messages are missing. */
  readonly gaps: number;
  /** Committed messages that the broker isn't known to store. */
  readonly unpublished: number;
  /** How many messages the readers of own logs are behind, of those that have told. */
  readerLags(): Iterable<ReaderLag>;
}

export interface ReaderLag {
  /** The pattern of the log's subjects. */
  readonly log: string;
  readonly reader: ServiceName;
  readonly messages: number;
}

/** A request that was answered. */
export interface AnsweredRequest {
  readonly subject: string;
  /** `ok`, or the code of the refusal. */
  readonly outcome: string;
  /** From its arrival to the answer; undefined when it isn't known when it arrived. */
  readonly ms: number | undefined;
  readonly traceId: string | undefined;
}

/** What a turn tells about itself; times in milliseconds. */
export interface TurnMetrics {
  /** A monotonic clock with fractions of a millisecond. */
  now(): number;
  turn(facts: { inputs: number; prepareMs: number; decideMs: number; commitMs: number }): void;
  served(request: AnsweredRequest): void;
  /** A request was refused because too many wait. */
  refused(): void;
  /** A fault made the commit try again. */
  commitRetried(): void;
  /** Measures this turn, among the others of the process, until it ends. */
  watch(turn: MeasuredTurn, ends: AbortSignal): void;
}

/** For simulations and tests, which measure nothing. */
export const silentTurnMetrics: TurnMetrics = {
  now: () => 0,
  turn: () => undefined,
  served: () => undefined,
  refused: () => undefined,
  commitRetried: () => undefined,
  watch: () => undefined,
};
