import type { MessageDefinition, ReaderPart, StreamName } from '@exchange/contract/bus';
import type { IncomingRequest, LogEntry } from './bus';
import type { Records, RowChange } from './database';
import type { LogLine } from './log';
import type { TracePoint } from './trace';

/** The service's own prompting, e.g. that a second has passed or what a look at the chain has found. */
export interface Signal {
  readonly kind: string;
}

/** What a turn takes: a log entry in its order, a request, or a signal of the service itself. */
export type TurnInput =
  | { readonly from: 'log'; readonly entry: LogEntry }
  | {
      readonly from: 'request';
      readonly request: IncomingRequest;
      /** When it arrived, by the steady clock. */
      readonly heardAt?: number;
    }
  | {
      readonly from: 'self';
      readonly signal: Signal;
      /** The span in which it was put, if its trace is kept. */
      readonly trace?: TracePoint | undefined;
      /** Called once the effects of the signal are stored. */
      readonly committed?: (() => void) | undefined;
    };

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

export interface ReplyOutput {
  readonly request: IncomingRequest;
  readonly data: Uint8Array;
  /** `ok`, or the code of the refusal. */
  readonly outcome?: string;
  /** When the request arrived, by the steady clock. */
  readonly heardAt?: number | undefined;
}

/** What a turn decided; nothing of it is seen by anyone before the commit. */
export interface Decision {
  readonly changes: readonly RowChange[];
  readonly logs: readonly LogOutput[];
  readonly notices: readonly NoticeOutput[];
  readonly replies: readonly ReplyOutput[];
  /** Alarms and other lines for the log. */
  readonly lines: readonly LogLine[];
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
  /**
   * Without a position begin at the first message that is still there: of a log that is older than its reader, the
   * oldest may be gone, and nothing in them concerns it.
   */
  readonly joinsLate?: boolean;
}

/** Logs that go from one writer of a service to another while both run. */
export interface LogShare {
  readonly reads: readonly LogRead[];
  /** Whether a log subject is written by whoever has the share. */
  writes(subject: string): boolean;
}

/**
 * The rules of one stateful service around the turn (docs/decisions, the turn). The turn calls `load` once, then
 * for each group of inputs `prepare` and `decide`. `P` is what the one hands to the other.
 */
export interface TurnHandler<P = unknown> {
  /** Asked for after `load`. */
  readonly reads: readonly LogRead[];
  /** Filters of requests it serves, e.g. `account.v1.cmd.*.*.*`. */
  readonly serves: readonly string[];
  /** Whether it knows a request of those filters; without it it knows all. Others are refused as not taken. Optional. */
  readonly understands?: (subject: string) => boolean;
  /**
   * Whether a log entry that waited is its own when a turn would take it; without it all are. What isn't is left out, and no
   * position passes over it. Optional.
   */
  readonly isOwn?: (subject: string) => boolean;
  /** Which part of its service this is, if several read the same logs, each from positions of its own. Optional. */
  readonly part?: ReaderPart | undefined;
  /** Every stream and filter of log subjects that it writes, for recovery of the broker from the outbox. Asked for after `learn`. */
  readonly writes: readonly LogRead[];
  /**
   * Waits, before anything else, until this process may become the writer, and meanwhile follows the one that is. Comes
   * back at once when the process stops. Gives whether another process was the writer at first. Optional.
   */
  standBy?(signal: AbortSignal): Promise<boolean>;
  /** Reads which logs are its own, when this process has become the writer and before the broker is compared. Optional. */
  learn?(): Promise<void>;
  /** Rebuilds memory from the database after this process became the writer. */
  load(): Promise<void>;
  /**
   * Decodes the inputs, recovers signatures, reads what `decide` will need, and returns all of it. Changes nothing: the
   * turn calls it again when it fails. Earlier turns may not be committed yet: `records` shows their rows all the same, and
   * is the only thing to read rows from. Nothing is decided meanwhile.
   */
  prepare(inputs: readonly TurnInput[], records: Records): P | Promise<P>;
  /**
   * Applies what was prepared, in the order of the inputs. It is synchronous and changes nothing but the service's own
   * state: it reads no clock, draws no random bytes and writes no log; what is to be said is part of the decision.
   * `at`: Unix ms of this turn, never less than in the turn before; `steadyAt`: the same moment by the steady clock, for
   * what has passed. Throws only on defects.
   */
  decide(prepared: P, at: number, steadyAt: number): Decision;
  /**
   * After the commit of one decision or several, never while a turn is prepared or decided: e.g. evict caches, write a
   * snapshot. Memory may be ahead of what is stored. Optional.
   */
  committed?(): Promise<void>;
  /** Before a graceful stop, after the last turn. Optional. */
  stopping?(): Promise<void>;
}
