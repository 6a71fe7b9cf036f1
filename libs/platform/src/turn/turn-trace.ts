import type { ServiceName } from '@exchange/core/kernel';
import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import type { TracePoint, TurnInput } from '../ports';
import { endSpan, startLinkedSpan, startSpanBelow } from '../telemetry/spans';

/** The span that an input came with, if its trace is kept. */
function traceOf(input: TurnInput): TracePoint | undefined {
  switch (input.from) {
    case 'log':
      return input.entry.trace;
    case 'request':
      return input.request.trace;
    case 'self':
      return input.trace;
  }
}

/** What an input is, in its span. */
function aboutInput(input: TurnInput): Attributes {
  switch (input.from) {
    case 'log':
      return { 'messaging.destination.name': input.entry.subject, 'log.seq': input.entry.seq };
    case 'request':
      return { 'messaging.destination.name': input.request.subject };
    case 'self':
      return { signal: input.signal.kind };
  }
}

/**
 * The spans of one turn that takes inputs of kept traces: one for the turn, linked to all of them, and one in the
 * trace of each input, linked to the turn (README, Traces).
 */
export class TurnTrace {
  private constructor(
    private readonly turn: Span,
    private readonly inputs: readonly Span[],
  ) {}

  /** Undefined when no input belongs to a kept trace: then the turn costs nothing more. */
  static begin(service: ServiceName, inputs: readonly TurnInput[], waiting: number): TurnTrace | undefined {
    if (!inputs.some((input) => traceOf(input) !== undefined)) return undefined;
    const points = inputs.flatMap((input) => traceOf(input) ?? []);
    const attributes = { service, 'turn.inputs': inputs.length, 'turn.waiting': waiting };
    const turn = startLinkedSpan('turn', points, attributes);
    if (turn === undefined) return undefined;
    const links = [{ context: turn.spanContext() }];
    const spans = inputs.flatMap((input) => {
      const trace = traceOf(input);
      const about = { service, ...aboutInput(input) };
      return trace
        ? startSpanBelow(trace, 'input', { kind: SpanKind.CONSUMER, attributes: about, links })
        : [];
    });
    return new TurnTrace(turn, spans);
  }

  /** What the turn's messages carry. */
  get point(): TracePoint {
    return this.turn.spanContext();
  }

  /** A phase of the turn is over. */
  reached(phase: 'prepared' | 'decided' | 'committed'): void {
    this.turn.addEvent(phase);
  }

  /** `failure`: what ended the turn, if it didn't come to its end. */
  end(failure?: unknown): void {
    for (const span of [...this.inputs, this.turn]) endSpan(span, failure);
  }
}
