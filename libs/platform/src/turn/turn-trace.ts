import type { ServiceName } from '@exchange/contract/bus';
import { type Span, SpanKind } from '@opentelemetry/api';
import type { TracePoint, TurnInput } from '../ports';
import { endSpan, startLinkedSpan, startSpanBelow } from '../telemetry/spans';

type Message = { readonly subject: string; readonly trace?: TracePoint | undefined };

/** What a message brought; the service's own signals belong to no trace. */
function messageOf(input: TurnInput): Message | undefined {
  switch (input.from) {
    case 'log':
      return input.entry;
    case 'request':
      return input.request;
    case 'self':
      return undefined;
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
    const isTraced = (input: TurnInput) => messageOf(input)?.trace !== undefined;
    if (!inputs.some(isTraced)) return undefined;
    const messages = inputs.flatMap((input) => messageOf(input) ?? []);
    const points = messages.flatMap(({ trace }) => trace ?? []);
    const attributes = { service, 'turn.inputs': inputs.length, 'turn.waiting': waiting };
    const turn = startLinkedSpan('turn', points, attributes);
    if (turn === undefined) return undefined;
    const links = [{ context: turn.spanContext() }];
    const spans = messages.flatMap(({ subject, trace }) => {
      const about = { service, 'messaging.destination.name': subject };
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
