import type { StreamName } from '@exchange/contract/bus';
import type { TracePoint } from './trace';

/** A message of a log subject as its writer hands it over. */
export interface LogMessage {
  readonly seq: number;
  readonly data: Uint8Array;
  readonly trace?: TracePoint | undefined;
}

/** A stored message as a reader gets it. `seq` is the writer's own dense sequence of the subject. */
export interface LogEntry {
  readonly subject: string;
  readonly seq: number;
  readonly data: Uint8Array;
  /** Opaque place in the broker's stream: everything of the filter up to here was handed over before or is old. */
  readonly hint?: string;
  /** The span in which it was stored, if its trace is kept. */
  readonly trace?: TracePoint | undefined;
}

export interface IncomingRequest {
  readonly subject: string;
  readonly data: Uint8Array;
  /** The span in which it was sent, if its trace is kept. */
  readonly trace?: TracePoint | undefined;
  respond(data: Uint8Array): void;
}

export interface Subscription {
  stop(): Promise<void>;
}

export interface LogReader extends Subscription {
  /** Resolves when everything that was stored at the time of the call has been handed over, or the reader is stopped. */
  caughtUp(): Promise<void>;
}

/** Nobody serves the subject, or the broker can't be reached. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The request was sent, and no answer came in time: its outcome is unknown. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
}

/** The broker stores more of a subject than its writer's outbox: see the restore runbook. */
export class BrokerAheadError extends Error {
  override readonly name = 'BrokerAheadError';
}

/** The broker's last message of the subject is not the one before ours: publish what lies between first. */
export class LogMismatchError extends Error {
  override readonly name = 'LogMismatchError';
}

/**
 * The hint of a reader of one subject that begins with the last message, also after a wipe: for those who get what
 * came before from a snapshot.
 */
export const FROM_LAST = 'last';

export interface Bus {
  /** How long ago the broker was last heard of (ms); less than 2 s while it answers. */
  readonly silentMs: number;
  /** The dense sequence of the last stored message of a subject; 0 when there is none. */
  lastLogSeq(stream: StreamName, subject: string): Promise<number>;
  /** The subject of the last message stored under a filter; undefined when there is none. */
  lastLogSubject(stream: StreamName, filter: string): Promise<string | undefined>;
  /**
   * Stores messages of one subject in order; fenced by the broker's last message of that subject. After a wipe or a
   * lost tail the next sequence may be any later one, since what lies between was pruned, but only if `lastLogSeq`
   * was asked since the last publish: a loss must be noticed.
   * Throws {@link LogMismatchError} or {@link UnavailableError}; in both cases some may have been stored.
   */
  publishLog(stream: StreamName, subject: string, messages: readonly LogMessage[]): Promise<void>;
  /**
   * Reads the subjects that match `filter` in the broker's order, at least once, for ever. `after` holds the dense
   * sequence already applied of each subject; what it covers may be handed over again or not. A promise returned by
   * `onEntry` holds the reader back until it resolves. `hint`: the newest applied entry's hint of this filter, or
   * {@link FROM_LAST}.
   */
  readLog(
    stream: StreamName,
    filter: string,
    after: ReadonlyMap<string, number>,
    onEntry: (entry: LogEntry) => void | Promise<void>,
    hint?: string,
  ): Promise<LogReader>;
  /** It carries the active span, as a notice does. */
  request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  serve(filter: string, onRequest: (request: IncomingRequest) => void): Promise<Subscription>;
  /** Core NATS: not stored; lost when nobody listens. */
  publish(subject: string, data: Uint8Array): void;
  subscribe(filter: string, onMessage: (subject: string, data: Uint8Array) => void): Promise<Subscription>;
  /** Called after every reconnect to the broker: notices may have been missed. */
  onReconnect(listener: () => void): void;
}
