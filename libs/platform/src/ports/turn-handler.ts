import type { MessageDefinition, StreamName } from '@exchange/contract/bus';
import type { IncomingRequest, LogEntry } from './bus';
import type { RowChange } from './database';

/** What a turn takes: a log entry in its order, a request, or the service's own prompting (a timer, a chain poll). */
export type TurnInput =
  | { readonly from: 'log'; readonly entry: LogEntry }
  | { readonly from: 'request'; readonly request: IncomingRequest }
  | { readonly from: 'self'; readonly signal: unknown };

/**
 * The most bytes of a log message. The broker takes 1 MiB with headers; a larger one that was committed would be tried
 * for ever, and everything behind it in its subject would wait.
 */
export const LOG_BYTES_MAX = 1_000_000;

/** A log message without its sequence, which the turn gives it. */
export interface LogOutput {
  readonly definition: MessageDefinition<unknown>;
  readonly parameters: readonly (string | number)[];
  readonly content: object;
}

export interface NoticeOutput {
  readonly subject: string;
  readonly data: Uint8Array;
}

/** What a turn decided; nothing of it is seen by anyone before the commit. */
export interface Decision {
  readonly changes: readonly RowChange[];
  readonly logs: readonly LogOutput[];
  readonly notices: readonly NoticeOutput[];
  readonly replies: readonly { readonly request: IncomingRequest; readonly data: Uint8Array }[];
}

/** Makes a LogOutput whose content fits its definition; `seq` is left out. */
export const logOutput = <V>(
  definition: MessageDefinition<V>,
  parameters: readonly (string | number)[],
  content: Omit<V, 'seq'>,
): LogOutput => ({ definition, parameters, content });

/** A log that a service reads from its own position, or writes. */
export interface LogRead {
  readonly stream: StreamName;
  readonly filter: string;
  /** Which subjects of the filter are this process' own; without it all are. */
  readonly takes?: (subject: string) => boolean;
  /** Read the stream from its start, since what the positions say of it holds for other subjects. */
  readonly fromStart?: boolean;
}

/**
 * The rules of one stateful service around the turn (docs/decisions, the turn). The turn calls `load` once, then
 * for each group of inputs `prepare` and `decide`.
 */
export interface TurnHandler {
  /** Asked for after `load`. */
  readonly reads: readonly LogRead[];
  /** Filters of requests it serves, e.g. `account.v1.cmd.*.*.*`. */
  readonly serves: readonly string[];
  /** Every stream and filter of log subjects that it writes, for recovery of the broker from the outbox. */
  readonly writes: readonly LogRead[];
  /**
   * Waits, before anything else, until this process may become the writer, and meanwhile follows the one that is. Comes
   * back at once when the process stops. Optional.
   */
  standBy?(signal: AbortSignal): Promise<void>;
  /** Rebuilds memory from the database after this process became the writer. */
  load(): Promise<void>;
  /** Stateless and parallel: decode, recover signatures, load what `decide` will need. Never changes state. */
  prepare(inputs: readonly TurnInput[]): Promise<void>;
  /** Pure and synchronous: applies the inputs in order. `at`: Unix ms of this turn. Throws only on defects. */
  decide(inputs: readonly TurnInput[], at: number): Decision;
  /** After the commit of a decision: e.g. evict caches, write a snapshot. Optional. */
  committed?(): Promise<void>;
  /** Before a graceful stop, after the last turn. Optional. */
  stopping?(): Promise<void>;
}
