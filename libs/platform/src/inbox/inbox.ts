import type { RequestDefinition } from '@exchange/contract/bus';
import { DefectError, ok, reject, type Rejection, type Result } from '@exchange/core/kernel';
import { covers } from '../catalogue';
import type { IncomingRequest, LogEntry, ReplyOutput, TurnInput } from '../ports';
import type { AnyHandler, InboxTypes, RequestInput } from './inbox-handler';

/** Subjects whose handler is remembered. There are fewer, unless senders change their names all the time. */
const ROUTES_MAX = 50_000;

/** An input on its way to its handler. */
interface Job<W extends InboxTypes> {
  readonly handler: AnyHandler<W>;
  /** As the handler's definition decoded it. */
  readonly input: unknown;
  /** What is to be answered, if it is a request. */
  readonly incoming?: IncomingRequest;
  readonly heardAt?: number | undefined;
  /** The request didn't fit its definition, came too late, or wasn't admitted: nothing more is done about it. */
  readonly refused?: Rejection;
  prepared: unknown;
}

/** The inputs of a turn, prepared in their order. */
export interface PreparedInputs<W extends InboxTypes> {
  readonly jobs: readonly Job<W>[];
  /** What their decisions need of the state that isn't in memory. */
  readonly needs: readonly W['needs'][];
}

/**
 * Asked about each request before anything is done for it, preparing included; a rejection refuses it. Asked once, also
 * if the turn has to prepare again.
 */
export type Admit<W extends InboxTypes> = (
  deps: W['deps'],
  definition: RequestDefinition,
  input: RequestInput<unknown>,
) => Result<unknown>;

/** Until when requests may be taken, by the steady clock of this process. */
export interface Deadlines<W extends InboxTypes> {
  /** When this one must not be carried out any more; undefined when nothing says. */
  dueAt(deps: W['deps'], input: RequestInput<unknown>): number | undefined;
  now(deps: W['deps']): number;
}

/** Its sender has given it up, or is about to: whatever it costs would be for nobody. */
const LATE: Rejection = {
  ...reject('UNAVAILABLE', 'the request waited too long to be taken; nothing was done, try again in 1 s'),
  retryAfterMs: 1_000,
};

interface Route<W extends InboxTypes> {
  readonly handler: AnyHandler<W>;
  readonly sender: string;
}

/**
 * The way in of a service: brings every input of a turn to the handler that serves it. Decoding and preparing come first,
 * for all inputs; then each is decided in its order. An input costs a look into a map, and a promise only if its handler
 * prepares something that takes time.
 */
export class Inbox<W extends InboxTypes> {
  private readonly signals = new Map<string, AnyHandler<W>>();
  private readonly messages: readonly (readonly [pattern: string, handler: AnyHandler<W>])[];
  private readonly routes = new Map<string, Route<W>>();
  /** What was said of requests on their way, for turns that prepare again. */
  private readonly admitted = new WeakMap<IncomingRequest, Result<unknown>>();

  constructor(
    handlers: readonly AnyHandler<W>[],
    private readonly admit?: Admit<W>,
    private readonly deadlines?: Deadlines<W>,
  ) {
    for (const handler of handlers) {
      if (handler.serves.kind === 'signal') this.signals.set(handler.serves.signal, handler);
    }
    this.messages = handlers.flatMap((handler) =>
      handler.serves.kind === 'signal' ? [] : [[handler.serves.pattern, handler] as const],
    );
  }

  /** The subjects of the requests that have a handler. */
  get requests(): readonly string[] {
    return this.messages.flatMap(([pattern, { serves }]) => (serves.kind === 'request' ? [pattern] : []));
  }

  /** Whether a request of this subject has a handler. */
  serves(subject: string): boolean {
    return this.routes.has(subject) || this.find(subject)?.[1].serves.kind === 'request';
  }

  /** Decodes the inputs and lets their handlers prepare; only a promise if one of them takes its time. */
  prepare(inputs: readonly TurnInput[], deps: W['deps']): PreparedInputs<W> | Promise<PreparedInputs<W>> {
    const jobs = inputs.map((input) => this.jobOf(input, deps));
    const waiting: Promise<void>[] = [];
    for (const job of jobs) {
      if (job.refused === undefined && job.handler.prepare) begin(job, deps, waiting);
    }
    const done = (): PreparedInputs<W> => ({ jobs, needs: needsOf(jobs, deps) });
    return waiting.length === 0 ? done() : Promise.all(waiting).then(done);
  }

  /** Decides the inputs in their order; the replies are to be asked for when all that the turn tells is known. */
  decide(turn: W['turn'], { jobs }: PreparedInputs<W>): () => ReplyOutput[] {
    const answers: (() => ReplyOutput)[] = [];
    for (const job of jobs) {
      const { incoming, handler, heardAt } = job;
      if (incoming === undefined) {
        handler.decide(turn, job.input as never, job.prepared);
        continue;
      }
      const definition = handler.serves as RequestDefinition;
      const decide = () => handler.decide(turn, job.input as never, job.prepared) as Result<() => unknown>;
      const answer = job.refused ?? decide();
      const outcome = answer.ok ? 'ok' : answer.code;
      answers.push(() => ({ request: incoming, data: encodeAnswer(definition, answer), outcome, heardAt }));
    }
    return () => answers.map((answer) => answer());
  }

  private jobOf(input: TurnInput, deps: W['deps']): Job<W> {
    switch (input.from) {
      case 'log':
        return this.logJob(input.entry);
      case 'request':
        return this.requestJob(input, deps);
      case 'self': {
        const handler = this.signals.get(input.signal.kind);
        if (!handler) throw new DefectError(`no handler for the signal ${input.signal.kind}`);
        return { handler, input: input.signal, prepared: undefined };
      }
    }
  }

  private logJob(entry: LogEntry): Job<W> {
    const { handler } = this.route(entry.subject);
    if (handler.serves.kind !== 'log') throw new DefectError(`${entry.subject} is no log`);
    const message = handler.serves.decode(entry.data);
    return { handler, input: { message, entry }, prepared: undefined };
  }

  private requestJob(
    { request: incoming, heardAt }: Extract<TurnInput, { from: 'request' }>,
    deps: W['deps'],
  ): Job<W> {
    const { handler, sender } = this.route(incoming.subject);
    if (handler.serves.kind !== 'request') throw new DefectError(`${incoming.subject} is no request`);
    const request = handler.serves.decodeRequest(incoming.data);
    const input: RequestInput<unknown> = { request, sender, heardAt };
    const job = { handler, incoming, heardAt, input, prepared: undefined };
    if (request === undefined) {
      const unfit = reject('INVALID_COMMAND', `the request doesn't fit ${handler.serves.pattern}`);
      return { ...job, refused: handler.malformed ?? unfit };
    }
    const { deadlines } = this;
    const dueAt = deadlines?.dueAt(deps, input);
    if (dueAt !== undefined && deadlines !== undefined && deadlines.now(deps) > dueAt)
      return { ...job, refused: LATE };
    const admitted = this.admission(incoming, deps, handler.serves, input);
    if (!admitted.ok) return { ...job, refused: admitted };
    return dueAt === undefined ? job : { ...job, input: { ...input, dueAt } };
  }

  private admission(
    incoming: IncomingRequest,
    deps: W['deps'],
    definition: RequestDefinition,
    input: RequestInput<unknown>,
  ): Result<unknown> {
    const known = this.admitted.get(incoming);
    if (known) return known;
    const admitted = this.admit?.(deps, definition, input) ?? ok(undefined);
    this.admitted.set(incoming, admitted);
    return admitted;
  }

  private find(subject: string) {
    return this.messages.find(([pattern]) => covers(pattern, subject));
  }

  private route(subject: string): Route<W> {
    const known = this.routes.get(subject);
    if (known) return known;
    const found = this.find(subject);
    if (!found) throw new DefectError(`no handler for ${subject}`);
    if (this.routes.size >= ROUTES_MAX) this.routes.clear();
    const route = { handler: found[1], sender: subject.split('.').at(-2) ?? '' };
    this.routes.set(subject, route);
    return route;
  }
}

function begin<W extends InboxTypes>(job: Job<W>, deps: W['deps'], waiting: Promise<void>[]): void {
  try {
    const prepared = job.handler.prepare?.(job.input as never, deps);
    if (!isPromise(prepared)) job.prepared = prepared;
    else
      waiting.push(
        prepared.then((value) => {
          job.prepared = value;
        }),
      );
  } catch (error) {
    // Those that were begun are waited for all the same.
    waiting.push(Promise.reject(error as Error));
  }
}

function needsOf<W extends InboxTypes>(jobs: readonly Job<W>[], deps: W['deps']): W['needs'][] {
  return jobs.flatMap(({ handler, input, refused, prepared }) =>
    refused !== undefined || !handler.needs ? [] : [handler.needs(input as never, deps, prepared)],
  );
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function encodeAnswer(definition: RequestDefinition, answer: Result<() => unknown>): Uint8Array {
  if (answer.ok) return definition.encodeReply({ ok: true, value: answer.value() });
  return definition.encodeReply(answer);
}
