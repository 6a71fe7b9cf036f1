import type { MessageDefinition, ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import type { Rejection, Result } from '@exchange/core/kernel';
import type { LogEntry } from '../ports';
import type { SignalDefinition } from './signal-definition';

/** What a handler serves: a command or query, a log, or a signal of the service itself. */
export type Served = RequestDefinition | MessageDefinition<unknown> | SignalDefinition;

/** A request that was decoded, with who sent it. */
export interface RequestInput<Q> {
  readonly request: Q;
  /** The sender's token in the subject: the process, which NATS lets use no other. */
  readonly sender: string;
  /** When it arrived, by the steady clock of this process. */
  readonly heardAt?: number | undefined;
  /** When its sender gives it up, by the steady clock of this process; undefined when that isn't said. */
  readonly dueAt?: number | undefined;
}

/** A log message that was decoded, with the entry that held it. */
export interface LogInput<V> {
  readonly message: V;
  readonly entry: LogEntry;
}

/** What a handler gets, as the definition that it serves says. */
export type InputOf<S> = S extends RequestDefinition
  ? RequestInput<RequestOf<S>>
  : S extends MessageDefinition<infer V>
    ? LogInput<V>
    : S extends SignalDefinition<infer V>
      ? V
      : never;

/**
 * What a decision about an input gives back: a request’s reply or refusal; what can’t be refused needs none. The reply is
 * asked for at the end of the turn, so that it may tell what the turn came to.
 */
export type AnswerOf<S> = [S] extends [RequestDefinition] ? Result<() => ReplyOf<S>> : unknown;

/** What the handlers of one service have in common. */
export interface InboxTypes {
  /** What they are given to prepare with: database, clock, keys. */
  readonly deps: unknown;
  /** What they decide on: the service's state, and what gathers the decision. */
  readonly turn: unknown;
  /** What a decision needs of the state that isn't in memory; the service reads it for all inputs of a turn at once. */
  readonly needs: unknown;
}

/**
 * One kind of input of one service: its file in the inbox. It reads like a recipe, since the input is decoded already:
 * prepare, decide, and what follows goes to the turn. `P` is what was prepared.
 */
export interface InboxHandler<S extends Served, W extends InboxTypes, P = undefined> {
  readonly serves: S;
  /** Refuses a request that doesn't fit its definition; INVALID_COMMAND without it. */
  readonly malformed?: Rejection;
  /** Work before the decision that changes nothing: recover signatures, hash, read rows. */
  prepare?(input: InputOf<S>, deps: W['deps']): P | Promise<P>;
  needs?(input: InputOf<S>, deps: W['deps'], prepared: P): W['needs'];
  /** Pure but for the turn that it is given. */
  decide(turn: W['turn'], input: InputOf<S>, prepared: P): AnswerOf<S>;
}

/** A handler whose types are fixed by its own file; the inbox only finds it. */
export type AnyHandler<W extends InboxTypes> = InboxHandler<Served, W, unknown>;

/**
 * Gives the function with which a service declares its handlers: `handle(definition, { prepare, decide })`. The types of
 * the input, the answer and what is prepared follow from the definition and from `prepare`.
 */
export const handlersOf =
  <W extends InboxTypes>() =>
  <S extends Served, P = undefined>(serves: S, rules: Omit<InboxHandler<S, W, P>, 'serves'>): AnyHandler<W> =>
    // The inbox hands each handler only what its own definition decoded.
    ({ serves, ...rules }) as unknown as AnyHandler<W>;
